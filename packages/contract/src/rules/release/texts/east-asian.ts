import { bytesOf, longestRead, shareOfFrequent } from './other-encodings.ts'

/** Korean, Japanese and Chinese text of two bytes for each sign that was read as Windows-1252: `¾È³ç`, `¤³¤ó`, `ÄãºÃ`. */

interface EastAsian {
  readonly name: string
  readonly letters: RegExp
  /** The most frequent signs. */
  readonly frequent: string
}

/** Two bytes for each sign, both from A1 to FE, at least two signs. Words of Latin letters have no such signs inside. */
const eastAsian: readonly EastAsian[] = [
  {
    name: 'euc-kr',
    letters: /^\p{Script=Hangul}$/u,
    frequent: '이는다에하아기가고지나리사은어을도자의한대라그해시만스인요여세오로일수전정서안장주보우사랑너내',
  },
  { name: 'euc-jp', letters: /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]$/u, frequent: '' },
  {
    name: 'gbk',
    letters: /^\p{Script=Han}$/u,
    frequent: '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年好爱心天无情生风花月夜歌',
  },
]

const inPairs = /^(?:[\p{ASCII}]|[¡-þ]{2})*$/u
const signInWord = /[¡-¿][À-þ]|[À-þ][¡-¿]/u
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu

const leastShare = 0.35
/** Stands for text whose language is not clear. It is never suggested. */
const unknown = '\uFFFD'

/** The text as it was meant if it was Korean, Japanese or Chinese; U+FFFD if it is not clear which. */
export function guessEastAsian(text: string, bytes: ReadonlyMap<string, number>): string | undefined {
  if (text.length > longestRead || !inPairs.test(text) || !signInWord.test(text)) return undefined
  const raw = bytesOf(text, bytes)
  if (raw === undefined || raw.filter((byte) => byte > 0x80).length < 4) return undefined
  const found = eastAsian
    .map((encoding) => ({ encoding, decoded: new TextDecoder(encoding.name).decode(raw) }))
    .filter(({ encoding, decoded }) =>
      (decoded.match(/[^\p{ASCII}]/gu) ?? []).every((letter) => encoding.letters.test(letter)),
    )
  const ofKana = found.find(
    ({ encoding, decoded }) => encoding.name === 'euc-jp' && (decoded.match(kana)?.length ?? 0) > 1,
  )
  if (ofKana) return ofKana.decoded
  const [best] = found
    .map(({ encoding, decoded }) => ({ decoded, share: shareOfFrequent(decoded, encoding) }))
    .sort((one, other) => other.share - one.share)
  if (best === undefined) return undefined
  return best.share > leastShare ? best.decoded : unknown
}
