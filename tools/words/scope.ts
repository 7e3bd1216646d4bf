/** Which part of a file people read. */
export type Reader = 'markdown' | 'strings' | 'comments' | 'hash comments'

export interface Scope {
  readonly files: string
  readonly except?: readonly string[]
  readonly read: Reader
}

/** Not checked: tests quote what programs of other people write. */
const tests = ['packages/*/src/**/*.test.*']

/** What is checked. Add a line to have more checked: other texts of the code, comments, tests. */
export const scope: readonly Scope[] = [
  { files: '*.md', read: 'markdown' },
  { files: 'docs/*.md', read: 'markdown' },
  { files: 'docs/decisions/*.md', read: 'markdown' },
  { files: 'packages/*/README.md', read: 'markdown' },
  { files: 'deploy/**/*', read: 'hash comments' },
  // Texts of the console, errors, findings, commands, tools, log events, metrics and settings.
  { files: 'packages/console/src/**/*.{ts,tsx}', except: tests, read: 'strings' },
  { files: 'packages/contract/src/**/*.ts', except: tests, read: 'strings' },
  { files: 'packages/cli/src/**/*.ts', except: tests, read: 'strings' },
  { files: 'packages/command-line/src/**/*.ts', except: tests, read: 'strings' },
  { files: 'packages/mcp/src/**/*.ts', except: tests, read: 'strings' },
  { files: 'packages/client/src/**/*.ts', except: tests, read: 'strings' },
  { files: 'packages/server/src/**/*.ts', except: tests, read: 'strings' },
]
