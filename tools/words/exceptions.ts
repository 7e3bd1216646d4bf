/** A word that is right in one place. */
export interface Exception {
  readonly file: string
  readonly word: string
  /** A piece of the line, so that only this place is excused. */
  readonly line: string
  readonly reason: string
}

export const exceptions: readonly Exception[] = [
  {
    file: 'docs/style.md',
    word: 'wishes',
    line: 'they do not hear, tell or wish',
    reason: 'The rule names the word.',
  },
  {
    file: 'packages/server/src/platform/database/embedded/unprivileged-account.ts',
    word: 'nobody',
    line: "'nobody', 'daemon'",
    reason: 'The name of a user on Unix.',
  },
  {
    file: 'packages/mcp/src/tools/submit-release.ts',
    word: 'hears',
    line: 'where the public can hear it',
    reason: 'People hear music.',
  },
]
