/**
 * The words by which a text is found, in any script: without case, accents and punctuation. Releases are stored with
 * them and searches are made of them, so both use this file. Add a form when a change gives other words or names, with a
 * migration of the index on the last one: a job of the releases then reads all of them again (reading/renew-search.ts).
 */

/**
 * Stored with the words of each release. The last one is the present form. The earlier ones tell nodes of an earlier version
 * that nothing is to be renewed.
 */
export const searchForms = ['~form1', '~form2'] as const

/** Letters that Unicode does not decompose, as they are typed on a keyboard that lacks them. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', đ: 'd', ø: 'o', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' },
}
const unusualLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

// Marks that are accents. In other scripts marks are vowels, and those of kana make other letters.
const accent =
  /(?![\u3099\u309A])(?=[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}/gu

/** Without case, accents and invisible characters. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(accent, '')
    // Soft hyphens and joiners are invisible.
    .replace(/\p{Cf}/gu, '')
    .toLocaleLowerCase('en')
    .replace(unusualLetter, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')

// Scripts without spaces between words: a person may search for any part of a run.
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]`
const character = String.raw`[\p{L}\p{N}\p{M}]`
const run = new RegExp(`(?:(?=${unspaced})${character})+|(?:(?!${unspaced})${character})+`, 'gu')
const isUnspaced = new RegExp(`^${unspaced}`, 'u')

const maxWordLength = 100
/** Of a run without spaces, so many characters from each one on are stored. */
const windowLength = 8

/** A piece of a text between spaces: "Don't" has the runs "don" and "t", and is also found as "dont". */
interface Token {
  readonly runs: readonly string[]
  /** Undefined if it is the only run. */
  readonly joined: string | undefined
}

function parseTokens(text: string): Token[] {
  return foldText(text)
    .split(/\s+/u)
    .map((token) => (token.match(run) ?? []).map(cutWord))
    .filter((runs) => runs.length > 0)
    .map((runs) => ({
      runs,
      joined: runs.length > 1 && !runs.some((found) => isUnspaced.test(found)) ? joinRuns(runs) : undefined,
    }))
}

const joinRuns = (runs: readonly string[]): string => cutWord(runs.join(''))

const cutWord = (word: string): string =>
  word.length > maxWordLength ? [...word].slice(0, maxWordLength).join('') : word

/** The words that are stored for a text. */
export const parseSearchWords = (text: string): string[] => [
  ...new Set(
    parseTokens(text).flatMap(({ runs, joined }) => [
      ...runs.flatMap((found) => (isUnspaced.test(found) ? windowsFromEach(found) : [found])),
      ...(joined === undefined ? [] : [joined]),
    ]),
  ),
]

function windowsFromEach(found: string): string[] {
  const letters = [...found]
  return letters.map((_letter, index) => letters.slice(index, index + windowLength).join(''))
}

/** One word of a search: it is found if all words of one of the alternatives begin words of the release. */
export interface AskedWord {
  readonly alternatives: readonly (readonly string[])[]
  /** The word as a whole, in which one typo is allowed; undefined if none is. */
  readonly whole: string | undefined
}

/** The words of a search: a release must have all. */
export const parseAskedWords = (text: string): AskedWord[] =>
  parseTokens(text).map(({ runs, joined }) => {
    const parts = runs.flatMap((found) => (isUnspaced.test(found) ? consecutiveWindows(found) : [found]))
    const whole = joined ?? (runs.length === 1 ? runs[0] : undefined)
    return {
      alternatives: [parts, ...(joined === undefined ? [] : [[joined]]), ...(isCode(whole) ? [[codeWord(whole)]] : [])],
      whole: whole !== undefined && hasTypoKeys(whole, shortestAsked) ? whole : undefined,
    }
  })

/** A part of a code, long enough to mean one: "de" must not find every ISRC of Germany. */
const isCode = (word: string | undefined): word is string => word !== undefined && /^(?=.*\d)[\da-z]{5,}$/.test(word)

/** A UPC, ISRC or id as it is stored: apart from words, and without leading zeros, with which a UPC may be written. */
export const codeWord = (code: string): string =>
  `#${code
    .replace(/[^\da-z]/giu, '')
    .toLowerCase()
    .replace(/^rel(?=[\da-z]{26}$)/, '')
    .replace(/^0+(?=\d+$)/, '')}`

function consecutiveWindows(found: string): string[] {
  const letters = [...found]
  const starts = Array.from({ length: Math.ceil(letters.length / windowLength) }, (_, index) => index * windowLength)
  return starts.map((start) => letters.slice(start, start + windowLength).join(''))
}

/** Shorter words have too many neighbours. */
const shortestStored = 5
/** A letter of the word may be missing in the search. */
const shortestAsked = 4
const longest = 40

function hasTypoKeys(word: string, shortest: number): boolean {
  const { length } = [...word]
  return length >= shortest && length <= longest && /\p{L}/u.test(word)
}

/** The words of a text that are found in spite of a typo. */
export const parseTypoWords = (text: string): string[] =>
  parseTokens(text)
    .flatMap(({ runs, joined }) => (joined === undefined ? runs : [...runs, joined]))
    .filter((word) => hasTypoKeys(word, shortestStored))

/**
 * A word and each form of it with one letter less, as short keys. Two words that differ by one typo (a letter that is
 * wrong, missing, too many, or exchanged with the next one) have a key in common, so a search compares nothing.
 */
export function typoKeys(accountId: string, word: string): string[] {
  const letters = [...word]
  const forms = new Set([word])
  if (letters.length >= shortestStored)
    for (let index = 0; index < letters.length; index++) forms.add(letters.toSpliced(index, 1).join(''))
  const start = hash(accountId, { high: 0xdeadbeef, low: 0x41c6ce57 })
  return [...forms].map((form) => formatKey(hash(form, start)))
}

interface Hash {
  readonly high: number
  readonly low: number
}

/** cyrb53 by bryc, public domain: 53 bits, fast in JavaScript. A collision shows one release too many. */
function hash(text: string, { high: startHigh, low: startLow }: Hash): Hash {
  let high = startHigh
  let low = startLow
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  return { high, low }
}

function formatKey({ high, low }: Hash): string {
  const first = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  const second = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(first ^ (first >>> 13), 3_266_489_909)
  return `~${(4_294_967_296 * (2_097_151 & second) + (first >>> 0)).toString(36)}`
}

/** A regular expression of PostgreSQL that finds the word, with one typo at most, between tabs, and then the next line. */
export function typoPattern(word: string): string {
  const letters = [...word]
  const forms = letters.flatMap((letter, index) => {
    const before = letters.slice(0, index).join('')
    const after = letters.slice(index + 1).join('')
    const next = letters[index + 1]
    return [
      `${before}[^\\t]?${after}`,
      `${before}[^\\t]${letter}${after}`,
      ...(next === undefined ? [] : [`${before}${next}${letter}${after.slice(next.length)}`]),
    ]
  })
  return `\\t(?:${[...forms, `${word}[^\\t]`].join('|')})\\t[^\\n]*\\n([^\\n]*)`
}
