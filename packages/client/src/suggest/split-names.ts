/**
 * Several people in one value of a tag. Formats with several values say who is one person. Within a value, ` / `, `;` and
 * `\\` separate people by custom, in every format alike; `/` without spaces is part of names such as AC/DC.
 */

/** A value that was read as one name or several, which decides who is paid. */
export interface NameGuess {
  readonly tagName: 'artist' | 'composer' | 'lyricist'
  /** The value as it is written. */
  readonly text: string
  readonly names: readonly string[]
}

const separator = /\s+\/\s+|\s*;\s*|\s*\\\\\s*/u

/** The names in a value; the value itself if nothing in it separates names. */
export const splitNames = (text: string): readonly string[] => {
  const names = text.split(separator).filter((name) => name.trim() !== '')
  return names.length > 0 ? names : [text]
}

/** The values of a reader that splits at every `/`, with the written text where it did. */
export function joinSplit(values: readonly string[], written: string | undefined): readonly string[] {
  const parts = written?.split('/').map((part) => part.trim()) ?? []
  if (written === undefined || parts.length < 2) return values
  const first = values.findIndex((_, index) => parts.every((part, offset) => values[index + offset] === part))
  return first === -1 ? values : [...values.slice(0, first), written, ...values.slice(first + parts.length)]
}
