import { guessEastAsian } from './east-asian.ts'
import { readMisreadUtf8 } from './misread-utf8.ts'
import { guessOtherEncoding } from './other-encodings.ts'

/**
 * UTF-8 that was read as Windows-1252 or Mac Roman: `CafÃ©`, `donâ€™t`, `Beyonc√©`. Bytes are guessed back only where the
 * letters could hardly be meant: `BEYONCÉ’S` and `« café »` are UTF-8 sequences too, by accident.
 */

const highBytes = Uint8Array.from({ length: 128 }, (_, index) => index + 128)

const bytesOf = (encoding: string): ReadonlyMap<string, number> =>
  new Map(Array.from(new TextDecoder(encoding).decode(highBytes), (character, index) => [character, index + 128]))

const windows1252: ReadonlyMap<string, number> = new Map([
  // Read as Latin-1, the bytes 80 to 9F are control characters.
  ...Array.from({ length: 32 }, (_, index) => [String.fromCharCode(index + 128), index + 128] as const),
  ...bytesOf('windows-1252'),
])
const macRoman = bytesOf('macintosh')

/** Signs that follow a letter in real texts as well. */
const usualAfterLetters = new Set('’‘‚“”„…–—™«»‹›·•´°ŠšŽžŒœŸ\u00A0')

interface Sequence {
  readonly lead: number
  readonly length: number
  readonly decoded: string
  readonly before: string
  readonly after: string
  /** All its signs but the first follow letters in real texts as well. */
  readonly isUsual: boolean
  /** Another sequence is beside it. */
  readonly hasNeighbour: boolean
}

const isCapital = (character: string): boolean => /\p{Lu}/u.test(character)
const isSmall = (character: string): boolean => /\p{Ll}/u.test(character)
const isLetter = (character: string): boolean => /\p{L}/u.test(character)

function isPlausible({ lead, decoded, before, after, isUsual, hasNeighbour }: Sequence): boolean {
  if (/[\p{Cc}\p{Cn}\p{Co}]/u.test(decoded)) return false
  if (lead >= 0xf0) return true
  if (lead >= 0xe0) return !isUsual || hasNeighbour
  // Â and Ã end no word but one in capitals.
  if (lead <= 0xc3) return !isUsual || !isCapital(before) || isLetter(after)
  if (hasNeighbour) return true
  // ß ends words; the letters of phonetics are in no title.
  if (lead >= 0xc9 && lead <= 0xcd) return false
  if (lead >= 0xd2) return false
  return !isUsual || isSmall(before) || (lead <= 0xc8 && !isCapital(before) && isSmall(after))
}

const lengthOf = (lead: number): number => {
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
}

type Reading = Pick<Sequence, 'lead' | 'length' | 'decoded'>

function readSequence(
  characters: readonly string[],
  at: number,
  bytes: ReadonlyMap<string, number>,
): Reading | undefined {
  const lead = bytes.get(characters[at] ?? '') ?? 0
  const length = lengthOf(lead)
  if (length === 0) return undefined
  const following = characters.slice(at + 1, at + length).map((character) => bytes.get(character) ?? 0)
  const code = codePointOf(lead, length, following)
  if (code === undefined) return undefined
  return { lead, length, decoded: code === byteOrderMark ? '' : String.fromCodePoint(code) }
}

const byteOrderMark = 0xfeff

/** The least code point of each length (RFC 3629, section 4). */
const leastOf: Readonly<Record<number, number>> = { 2: 0x80, 3: 0x800, 4: 0x10000 }

/** Of a sequence of UTF-8; undefined if it is not valid. An exception for each letter would take much longer. */
function codePointOf(lead: number, length: number, following: readonly number[]): number | undefined {
  let code = lead & (0xff >> (length + 1))
  for (const byte of following) {
    if (byte < 0x80 || byte > 0xbf) return undefined
    code = (code << 6) | (byte & 0x3f)
  }
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  const isComplete = following.length === length - 1
  return isComplete && code >= (leastOf[length] ?? 0) && code <= 0x10ffff && !isSurrogate ? code : undefined
}

/** A closing quotation mark without its last byte: Windows-1252 has no letter for it, so readers drop it. */
const cutQuote: Reading = { lead: 0xe2, length: 2, decoded: '”' }

function repair(text: string, bytes: ReadonlyMap<string, number>, isMeant: (sequence: Sequence) => boolean): string {
  const characters = Array.from(text)
  let repaired = ''
  let endOfLast = -1
  for (let at = 0; at < characters.length; ) {
    const found = readSequence(characters, at, bytes)
    const end = at + (found?.length ?? 1)
    const sequence = found && {
      ...found,
      before: characters[at - 1] ?? '',
      after: characters[end] ?? '',
      isUsual: characters.slice(at + 1, end).every((character) => usualAfterLetters.has(character)),
      hasNeighbour: endOfLast === at || readSequence(characters, end, bytes) !== undefined,
    }
    const isCut = bytes === windows1252 && characters[at] === 'â' && characters[at + 1] === '€'
    const taken = sequence && isMeant(sequence) ? sequence : isCut ? cutQuote : undefined
    repaired += taken?.decoded ?? characters[at] ?? ''
    at += taken?.length ?? 1
    if (taken) endOfLast = at
  }
  return repaired
}

/** √ is a sign of mathematics; inside a word it is the first byte of é. */
const isMeantInMacRoman = ({ lead, length, decoded, before, after }: Sequence): boolean =>
  (lead === 0xc3 && (isLetter(before) || isLetter(after))) || (lead === 0xe2 && length === 3 && /\p{P}/u.test(decoded))

const repairOnce = (text: string): string => {
  const repaired = repair(text, windows1252, isPlausible)
  return repaired === text ? repair(text, macRoman, isMeantInMacRoman) : repaired
}

/**
 * Whether a guessed text can be shown as the right one. Letters of Windows-1252 among those of another script are what is
 * left of a word that lost a byte on the way.
 */
export const isWholeGuess = (meant: string): boolean =>
  !(/[À-ÿ]/u.test(meant) && /(?=\p{L})\P{Script=Latin}/u.test(meant)) && !meant.includes('\uFFFD')

/** The text as it was meant, if it looks like another encoding than it was read in, even twice. */
export function guessMeantText(text: string): string | undefined {
  if (!/[^\p{ASCII}]/u.test(text)) return undefined
  const whole = readMisreadUtf8(text)
  if (whole !== undefined) return whole
  if (!/[^\p{ASCII}]{2}|[³¹¿]\p{Ll}/u.test(text)) return undefined
  const eastAsian = guessEastAsian(text, windows1252)
  if (eastAsian !== undefined) return eastAsian
  let meant = text
  for (let times = 0; times < 3; times++) meant = repairOnce(meant)
  return meant === text ? guessOtherEncoding(text, windows1252) : meant
}
