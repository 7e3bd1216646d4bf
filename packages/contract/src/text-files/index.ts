/**
 * The text of a file that a person hands in: UTF-8, or UTF-16 with its byte order mark. Only where a format has always been
 * written in Windows-1252 as well may its letters be guessed, and then the reader says so.
 */

export { toPlainDigits } from './plain-digits.ts'

/** A text, and whether its letters are a guess. */
export interface DecodedText {
  readonly text: string
  /** The bytes are not UTF-8 and were read as Windows-1252. */
  readonly isGuessed: boolean
}

const encodingOf = ([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The text without its byte order mark; undefined if the bytes are in no Unicode encoding that names itself. */
export function decodeUnicode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    // UTF-16 without a mark is valid UTF-8 with NUL characters.
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** For formats without an encoding of their own. ISO 8859-1 is read as Windows-1252, as the WHATWG Encoding Standard does. */
export function decodeOrGuess(bytes: Uint8Array): DecodedText {
  const text = decodeUnicode(bytes)
  if (text !== undefined) return { text, isGuessed: false }
  return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true }
}

const lineFeed = 0x0a

/** The number of the first line that is not UTF-8, from 1; undefined if all are. */
export function findLineOutsideUtf8(bytes: Uint8Array): number | undefined {
  for (let line = 1, start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(lineFeed, start)
    const end = found === -1 ? bytes.length : found
    if (decodeUnicode(bytes.subarray(start, end)) === undefined) return line
    start = end + 1
  }
  return undefined
}
