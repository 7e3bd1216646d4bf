/** Which part of a file people read. */
export type Reader = 'markdown' | 'strings' | 'comments' | 'hash comments'

/** What is checked. Add a line to have more checked: comments of the code, tests. */
export const scope: readonly { readonly files: string; readonly read: Reader }[] = [
  { files: '*.md', read: 'markdown' },
  { files: 'docs/*.md', read: 'markdown' },
  { files: 'docs/decisions/*.md', read: 'markdown' },
  { files: 'packages/*/README.md', read: 'markdown' },
  { files: 'deploy/**/*', read: 'hash comments' },
]
