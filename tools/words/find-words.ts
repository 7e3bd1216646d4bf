import { type Exception, exceptions } from './exceptions.ts'
import { type Word, words } from './list.ts'

export interface Finding {
  readonly line: number
  /** What was written. */
  readonly text: string
  readonly word: Word
}

const patterns = words.map((word) => ({
  word,
  pattern: new RegExp(word.pattern.source.replaceAll(/ (?!\))/g, '[\\s*_]+').replaceAll(' )', '[\\s*_]+)'), 'gi'),
}))

/** The words of the list in a text of prose. */
export function findWords(prose: string): Finding[] {
  return patterns
    .flatMap(({ word, pattern }) =>
      Array.from(prose.matchAll(pattern), ({ index, 0: text }) => ({
        line: prose.slice(0, index).split('\n').length,
        text: text.replaceAll(/\s+/g, ' '),
        word,
      })),
    )
    .toSorted((one, other) => one.line - other.line)
}

/** The exception for a place, if there is one. */
export function findException(
  file: string,
  line: string,
  { word }: Finding,
  list: readonly Exception[] = exceptions,
): Exception | undefined {
  return list.find((one) => one.file === file && one.word === word.name && line.includes(one.line))
}
