/** Spaces of a text of one line: one between words, none at its ends, and others only where typography asks for them. */

const spaces = /[\p{Zs}\u2028\u2029]+/gu
const noBreak = /[\u00A0\u202F]/u
const afterNoBreak = /[?!:;»›%‰€\p{Nd}]/u
/** Of scripts written without spaces between words: their space is as wide as a sign. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF01-\uFFEE]/u
const ogham = /\p{Script=Ogham}/u

function isUsual(space: string, before: string, after: string): boolean {
  if (noBreak.test(space)) {
    const isNumber = /\p{Nd}/u.test(before)
    return /[«‹]/u.test(before) || (/\p{Nd}/u.test(after) ? isNumber : afterNoBreak.test(after))
  }
  if (space === '\u3000') return wide.test(before) || wide.test(after)
  return space === '\u1680' && (ogham.test(before) || ogham.test(after))
}

/** The text with usual spaces. French keeps its no-break spaces before ? ! : ; and inside guillemets. */
export const cleanSpaces = (text: string): string =>
  text.replace(spaces, (run, at: number) => {
    const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ''
    const after = Array.from(text.slice(at + run.length, at + run.length + 2))[0] ?? ''
    if (before === '' || after === '') return ''
    return Array.from(run).find((space) => isUsual(space, before, after)) ?? ' '
  })

/** What is unusual about the spaces of a text, as a predicate of it; undefined if nothing is. */
export function describeOddSpaces(text: string): string | undefined {
  if (cleanSpaces(text) === text) return undefined
  if (/^[\p{Zs}\u2028\u2029]/u.test(text)) return 'begins with a space'
  if (/[\p{Zs}\u2028\u2029]$/u.test(text)) return 'ends with a space'
  const odd = Array.from(text.matchAll(/[\p{Zs}\u2028\u2029]/gu), ([space]) => space).find((space) => space !== ' ')
  return odd === undefined || /[\p{Zs}]{2}/u.test(text)
    ? 'has two spaces in a row'
    : `has the unusual space U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
