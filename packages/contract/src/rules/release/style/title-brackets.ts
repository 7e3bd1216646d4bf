/** Brackets in titles, found in one pass: a title may be 500 characters of nothing but brackets. */

/** A part of a title, from `start` to before `end`. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

const openers: ReadonlySet<string | undefined> = new Set(['(', '['])
const closers: ReadonlySet<string | undefined> = new Set([')', ']'])

/** Each from the first bracket that opens to the next that closes, both included. One that stays open is none. */
export function findBrackets(text: ArrayLike<string>): readonly TextRange[] {
  const ranges: TextRange[] = []
  let start: number | undefined
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (start === undefined && openers.has(character)) start = index
    else if (start !== undefined && closers.has(character)) {
      ranges.push({ start, end: index + 1 })
      start = undefined
    }
  }
  return ranges
}

const anyOpener = /[([]/

/** Most titles have none, which is faster to check than their positions. */
const bracketsOf = (title: string): readonly TextRange[] => (anyOpener.test(title) ? findBrackets(title) : [])

/** The content of each pair of brackets, with them. */
export const listBracketed = (title: string): readonly string[] =>
  bracketsOf(title).map(({ start, end }) => title.slice(start, end))

/** The title with every pair of brackets and its content replaced. */
export function replaceBracketed(title: string, replace: (bracketed: string) => string): string {
  let position = 0
  const parts = bracketsOf(title).map(({ start, end }) => {
    const before = title.slice(position, start)
    position = end
    return before + replace(title.slice(start, end))
  })
  return [...parts, title.slice(position)].join('')
}

const spacedDash = /\s[-–—]\s/u

/** What is added to a title: in brackets, and after the first dash with spaces outside of them. */
export function findAdditions(title: string): readonly string[] {
  const outside = replaceBracketed(title, (bracketed) => '_'.repeat(bracketed.length))
  const dash = spacedDash.exec(outside)?.index ?? title.length
  return [...listBracketed(title.slice(0, dash)), title.slice(dash)].filter((text) => text !== '')
}
