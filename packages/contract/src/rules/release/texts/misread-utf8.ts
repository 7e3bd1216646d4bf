import { type ByteTable, dos, dosOfWesternEurope, doubleBytes, ofLetters, once, singleBytes } from './byte-tables.ts'

/**
 * UTF-8 that was read in the encoding of a region: `РџСЂРёРІРµС‚` (Cyrillic), `DvoĹ™Ăˇk` (Central Europe), `縺薙ｓ縺ｫ縺｡縺ｯ`
 * (Japanese), `Caf├⌐` (DOS). Hardly any real text is valid UTF-8 in one of these encodings: its lower-case letters and its
 * ideographs begin with bytes that cannot begin a character. Source: WHATWG Encoding Standard; code pages 437 and 850.
 */

interface Misreading {
  /** A sign that nearly every such text has: most texts need no table. */
  readonly hint: RegExp
  /** Made with their first use. */
  readonly tables: readonly (() => ByteTable)[]
}

const misreadings: readonly Misreading[] = [
  { hint: /[А-Я][^\p{Ll}\p{Nd}\s.,;:!?()'"-]|вЂ/u, tables: [singleBytes('windows-1251')] },
  { hint: /п[^\p{L}\s]|я[^\p{L}\s]/u, tables: [singleBytes('koi8-r')] },
  { hint: /[ĂÄĹĆÇ]/u, tables: [singleBytes('windows-1250')] },
  { hint: /[ΓΞΟ]/u, tables: [singleBytes('windows-1253')] },
  {
    hint: /[\u2500-\u259F]/u,
    tables: [once(() => ofLetters(dos)), once(() => ofLetters(dosOfWesternEurope)), singleBytes('ibm866')],
  },
  // The first bytes of Hiragana and Katakana, and the half-width letters that accented ones become.
  { hint: /[縺繧繝\uFF61-\uFF9F]/u, tables: [doubleBytes('shift_jis')] },
  { hint: /\p{Script=Han}/u, tables: [doubleBytes('gbk')] },
]

/** Undefined for a character that the encoding does not have. */
function encode(text: string, table: ByteTable): Uint8Array | undefined {
  const bytes: number[] = []
  for (const character of text) {
    const found = character < '\u0080' ? [character.charCodeAt(0)] : table.get(character)
    if (found === undefined) return undefined
    bytes.push(...found)
  }
  return Uint8Array.from(bytes)
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What titles and names are written with beyond ASCII. */
const latin = 'À-ÖØ-öø-ıĴ-ňŊ-žȘ-țḀ-ỿ'
const others =
  'Ά-ώЀ-џҐґא-ת\\u0621-\\u064A\\u064B-\\u0652پچژکگی\\u0E01-\\u0E4E\\u0900-\\u097F\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const signs = '‘’“”„–—…«»¿¡·™®©°№\\u00A0\\u3000-\\u303F！-／\\p{Extended_Pictographic}\\uFE0F\\u200D'
const usual = new RegExp(`^[\\p{ASCII}${latin}${others}${signs}]*$`, 'u')

/** One accented letter may be an accident; in a word, or beside another letter of its script, it is none. */
const meantWord = new RegExp(
  `[${others}]{2}|(?<=[A-Za-z])[${latin}]|[${latin}](?=[a-z])|(?<=[A-Za-z])’(?=[a-z])|“|–|—|…|\\p{Emoji_Presentation}`,
  'u',
)
const ofTwoScripts = new RegExp(`[A-Za-z${latin}][${others}]|[${others}][A-Za-z${latin}]`, 'u')

/** Of the text as it is written: no word has such a capital or such a sign inside. */
const oddWord =
  /\p{Ll}[\p{Lu}\p{S}]|[\p{L}][^\p{L}\p{M}\p{Nd}\s.,;:!?()'"’‘“”„…–—™®©«»‹›·•´°&/-]|[\u0080-\u009F]|\p{Script=Han}|\p{Script=Katakana}/u

const longestRead = 1_000

/** The text as it was meant, if all of it is UTF-8 in one of these encodings. */
export function readMisreadUtf8(text: string): string | undefined {
  if (text.length > longestRead || !oddWord.test(text)) return undefined
  for (const { hint, tables } of misreadings) {
    if (!hint.test(text)) continue
    for (const table of tables) {
      const bytes = encode(text, table())
      const meant = bytes && decode(bytes)
      if (meant === undefined || meant === text) continue
      if (usual.test(meant) && meantWord.test(meant) && !ofTwoScripts.test(meant)) return meant
    }
  }
  return undefined
}
