/**
 * Text in another script that was read as Windows-1252: `Ïðèâåò` is Russian, `ÊáëçìÝñá` Greek, `ùìåí` Hebrew, `‚±‚ñ‚É‚¿‚Í`
 * Japanese, `¾È³ç` Korean. No Latin word has only such letters. The same bytes are letters in several scripts, so the script in
 * which most of them are frequent decides. `Mi³osz` is Polish: no word has such a sign inside. Source: WHATWG Encoding Standard.
 */

interface Encoding {
  readonly name: string
  /** Whether the letters are typical of text in this encoding. */
  readonly isLikely: (text: string) => boolean
  readonly letters: RegExp
  /** Each longer word has one. */
  readonly vowel: RegExp
  /** The most frequent letters. */
  readonly frequent: string
}

const frequentInRussian = 'оеаинтсрвлкмдпу'

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
    frequent: 'aioezwnrsłę',
  },
  {
    name: 'windows-1251',
    isLikely: onlyAccented,
    letters: /^\p{Script=Cyrillic}$/u,
    vowel: /[аеиоуыэюяіїє]/iu,
    frequent: frequentInRussian,
  },
  {
    name: 'koi8-r',
    isLikely: onlyAccented,
    letters: /^\p{Script=Cyrillic}$/u,
    vowel: /[аеиоуыэюя]/iu,
    frequent: frequentInRussian,
  },
  {
    name: 'windows-1253',
    isLikely: onlyAccented,
    letters: /^\p{Script=Greek}$/u,
    vowel: /[αεηιουωάέήίόύώ]/iu,
    frequent: 'αοιετσνυρκίάόέ',
  },
  {
    name: 'windows-1255',
    isLikely: onlyAccented,
    letters: /^\p{Script=Hebrew}$/u,
    vowel: /[אהויע]|^.{3}$/u,
    frequent: 'יוהלאתרבשמם',
  },
  {
    name: 'windows-1256',
    isLikely: onlyAccented,
    letters: /^\p{Script=Arabic}$/u,
    vowel: /[اويىآأإ]|^.{3}$/u,
    frequent: 'اليمنورتبةدعح',
  },
  {
    name: 'shift_jis',
    isLikely: hasKanaBytes,
    // Half-width Katakana are accidents.
    letters: /^(?![\uFF65-\uFF9F])[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]$/u,
    vowel: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    frequent: '',
  },
]

/** Capitals inside a word, and words without a vowel, are of another encoding. */
const isPlausible = (decoded: string, { letters, vowel }: Encoding): boolean =>
  !/\p{Ll}\p{Lu}|\uFFFD|\p{Cc}|\p{Co}/u.test(decoded) &&
  (decoded.match(/\p{L}/gu) ?? []).every((letter) => letters.test(letter)) &&
  (decoded.match(/\p{L}{3,}/gu) ?? []).every((word) => vowel.test(word))

export const longestRead = 1_000

/** Undefined for a character that Windows-1252 does not have. */
export function bytesOf(text: string, bytes: ReadonlyMap<string, number>): Uint8Array | undefined {
  const raw = Array.from(
    text,
    (character) => bytes.get(character) ?? (character < '\u0080' ? character.charCodeAt(0) : -1),
  )
  return raw.includes(-1) ? undefined : Uint8Array.from(raw)
}

/** How many of the letters beyond ASCII are frequent ones, from 0 to 1. */
export function shareOfFrequent(decoded: string, { frequent }: Pick<Encoding, 'frequent'>): number {
  const letters = decoded.toLowerCase().match(/(?=\p{L})\P{ASCII}/gu) ?? []
  return letters.filter((letter) => frequent.includes(letter)).length / Math.max(letters.length, 1)
}

/** The text as it was meant; `bytes` are those of the letters of Windows-1252. */
export function guessOtherEncoding(text: string, bytes: ReadonlyMap<string, number>): string | undefined {
  if (text.length > longestRead) return undefined
  const likely = encodings.filter(({ isLikely }) => isLikely(text))
  const raw = likely.length === 0 ? undefined : bytesOf(text, bytes)
  if (raw === undefined) return undefined
  const [best] = likely
    .map((encoding) => ({ encoding, decoded: new TextDecoder(encoding.name).decode(raw) }))
    .filter(({ encoding, decoded }) => isPlausible(decoded, encoding))
    .sort((one, other) => shareOfFrequent(other.decoded, other.encoding) - shareOfFrequent(one.decoded, one.encoding))
  return best?.decoded
}
