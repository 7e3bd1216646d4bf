import { replaceBracketed } from './title-brackets.ts'

/** How stores write titles. Judges only what is clear: words that can be a preposition or an adverb may be either. */

/** Lower case inside a title: articles, conjunctions and prepositions that are nothing else. */
const alwaysLower: ReadonlySet<string> = new Set([
  'a',
  'an',
  'the',
  'and',
  'but',
  'or',
  'nor',
  'for',
  'of',
  'to',
  'at',
  'from',
  'with',
])

/** Either way: adverb or preposition by the sense of the sentence, and small words of other languages. */
const eitherWay: ReadonlySet<string> = new Set(
  (
    'as by if in into near off on onto out over past per so than till up upon upto via yet vs n ' +
    'al da das de del dem den der des di do dos du e el en et i il l la las le les lo los og och o os und van von y zu'
  ).split(' '),
)

const letters = /\p{L}/u

/** Text inside brackets follows other rules: versions, and featured artists in lower case. */
const withoutBrackets = (title: string): string => replaceBracketed(title, () => ' ')

const startsLower = (word: string): boolean => /^[^\p{L}\d]*\p{Ll}/u.test(word)
const hasInnerCapital = (word: string): boolean => /\p{L}.*\p{Lu}/u.test(word)
const bare = (word: string): string => word.toLocaleLowerCase('en').replace(/[^\p{L}\d']/gu, '')

interface Word {
  readonly text: string
  /** First or last of the title, or after a colon, slash or hyphen: always upper case. */
  readonly stands: 'edge' | 'inside'
}

const wordsOf = (title: string): readonly Word[] => {
  const texts = withoutBrackets(title)
    .split(/\s+/u)
    .filter((text) => letters.test(text))
  return texts.flatMap((text, index) => {
    const edge = index === 0 || index === texts.length - 1 || /[:/]$/u.test(texts[index - 1] ?? '')
    const [first = '', ...rest] = text.split(/[-/:]/u).filter((part) => letters.test(part))
    return [
      { text: first, stands: edge ? ('edge' as const) : ('inside' as const) },
      // Small words inside a compound may be either: Rock-and-Roll.
      ...rest.filter((part) => !alwaysLower.has(bare(part))).map((part) => ({ text: part, stands: 'edge' as const })),
    ]
  })
}

const isWrong = ({ text, stands }: Word): boolean => {
  const word = bare(text)
  if (eitherWay.has(word) && stands === 'inside') return false
  if (stands === 'inside' && alwaysLower.has(word)) return !startsLower(text)
  return startsLower(text) && !hasInnerCapital(text) && !/^\d/u.test(word)
}

/** The words of an English title that are in the wrong case. */
export const wordsInWrongCase = (title: string): readonly string[] =>
  wordsOf(title)
    .filter(isWrong)
    .map(({ text }) => text)

const mostInitials = 4

/** What is unusual about the capitals of a title in any language, or undefined. A few capitals are taken for initials. */
export function unusualCapitals(title: string): 'upper' | 'lower' | 'random' | undefined {
  const text = title.replace(/[^\p{Lu}\p{Ll}]/gu, '')
  if (text.length >= 2 && /^\p{Ll}+$/u.test(text)) return 'lower'
  if (text.length > mostInitials && /^\p{Lu}+$/u.test(text)) return 'upper'
  return /\p{Ll}\p{Lu}\p{L}*\p{Ll}\p{Lu}/u.test(title) ? 'random' : undefined
}
