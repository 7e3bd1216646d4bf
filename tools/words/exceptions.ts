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
]
