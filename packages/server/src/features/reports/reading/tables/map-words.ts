import { plain } from '../cells/code-cells.ts'

/** The words that a mapping has for the texts of cells. */
export interface MappedWords {
  /** By the text of a cell, in the form of `plain`. */
  readonly words: ReadonlyMap<string, string>
  /** A text with two meanings: case is ignored. */
  readonly clash: { readonly text: string; readonly meanings: readonly [string, string] } | undefined
}

export function findWords(entries: Readonly<Record<string, string>> = {}): MappedWords {
  const words = new Map<string, string>()
  for (const [text, word] of Object.entries(entries)) {
    const other = words.get(plain(text))
    if (other !== undefined && other !== word) return { words, clash: { text, meanings: [other, word] } }
    words.set(plain(text), word)
  }
  return { words, clash: undefined }
}
