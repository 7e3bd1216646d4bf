/**
 * Text in another script that was read as Windows-1252: `Ïðèâåò` is Russian, `ÊáëçìÝñá` Greek, `‚±‚ñ‚É‚¿‚Í` Japanese. No
 * Latin word consists of such letters only. `Mi³osz` is Polish: no word has such a sign inside. Source: WHATWG Encoding
 * Standard.
 */

interface Encoding {
  readonly name: string
  /** Whether the letters are typical of text in this encoding. */
  readonly isLikely: (text: string) => boolean
  readonly letters: RegExp
  /** Each longer word has one. */
  readonly vowel: RegExp
}

const onlyAccented = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu) ?? []
  return new Set(letters).size >= 3 && letters.length >= 4 && letters.every((letter) => /[À-ÿ]/u.test(letter))
}

/** The first bytes of Hiragana and Katakana are these signs. */
const hasKanaBytes = (text: string): boolean => (text.match(/[‚ƒ]./gu) ?? []).length >= 2

/** ł, ą and ż; at the end of a word they may be a footnote or a question. */
const hasPolishBytes = (text: string): boolean => /\p{L}[³¹¿]\p{Ll}/u.test(text)

const encodings: readonly Encoding[] = [
  {
    name: 'windows-1250',
    isLikely: hasPolishBytes,
    letters: /^\p{Script=Latin}$/u,
    vowel: /[aeiouyąęó]/iu,
  },
  {
    name: 'windows-1251',
    isLikely: onlyAccented,
    letters: /^\p{Script=Cyrillic}$/u,
    vowel: /[аеиоуыэюяіїє]/iu,
  },
  {
    name: 'windows-1253',
    isLikely: onlyAccented,
    letters: /^\p{Script=Greek}$/u,
    vowel: /[αεηιουωάέήίόύώ]/iu,
  },
  {
    name: 'shift_jis',
    isLikely: hasKanaBytes,
    // Half-width Katakana are accidents.
    letters: /^(?![\uFF65-\uFF9F])[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]$/u,
    vowel: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
]

/** Capitals inside a word, and words without a vowel, are of another encoding. */
const isPlausible = (decoded: string, { letters, vowel }: Encoding): boolean =>
  !/\p{Ll}\p{Lu}|\uFFFD|\p{Cc}|\p{Co}/u.test(decoded) &&
  (decoded.match(/\p{L}/gu) ?? []).every((letter) => letters.test(letter)) &&
  (decoded.match(/\p{L}{3,}/gu) ?? []).every((word) => vowel.test(word))

const longestRead = 1_000

/** The text as it was meant; `bytes` are those of the letters of Windows-1252. */
export function guessOtherEncoding(text: string, bytes: ReadonlyMap<string, number>): string | undefined {
  if (text.length > longestRead) return undefined
  const likely = encodings.filter(({ isLikely }) => isLikely(text))
  if (likely.length === 0) return undefined
  const raw = Array.from(
    text,
    (character) => bytes.get(character) ?? (character < '\u0080' ? character.charCodeAt(0) : -1),
  )
  if (raw.includes(-1)) return undefined
  return likely
    .map((encoding) => ({ encoding, decoded: new TextDecoder(encoding.name).decode(Uint8Array.from(raw)) }))
    .find(({ encoding, decoded }) => isPlausible(decoded, encoding))?.decoded
}
