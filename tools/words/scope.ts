/** Which part of a file people read. */
export type Reader = 'markdown' | 'strings' | 'comments' | 'hash comments'

export interface Scope {
  readonly files: string
  readonly except?: readonly string[]
  readonly read: Reader
}

/** What is checked. Add a line to have more checked: other texts of the code, comments, tests. */
export const scope: readonly Scope[] = [
  { files: '*.md', read: 'markdown' },
  { files: 'docs/*.md', read: 'markdown' },
  { files: 'docs/decisions/*.md', read: 'markdown' },
  { files: 'packages/*/README.md', read: 'markdown' },
  { files: 'deploy/**/*', read: 'hash comments' },
  // The tables of docs/log-events.md and docs/metrics.md, and .env.example.
  { files: 'packages/server/src/platform/logging/log-events.ts', read: 'strings' },
  { files: 'packages/server/src/platform/metrics/metric-definitions.ts', read: 'strings' },
  { files: 'packages/server/src/config/settings.ts', read: 'strings' },
]
