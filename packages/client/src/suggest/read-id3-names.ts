import { type ByteSource, readBytes } from '@spindle/contract/audio-headers'
import { decodeOrGuess } from '@spindle/contract/text-files'

/**
 * Names in ID3v2.2 and ID3v2.3 as they are written. These versions separate people by `/`, so readers of tags split `AC/DC`;
 * only the written text shows what was meant. Source: id3.org, id3v2.3.0 4.2.1 and id3v2-00 4.2.1.
 */

/** The written texts of the frames of people. */
export interface Id3Names {
  readonly artist?: string
  readonly albumArtist?: string
  readonly composer?: string
  readonly lyricist?: string
}

const members: Readonly<Record<string, keyof Id3Names>> = {
  ...{ TPE1: 'artist', TPE2: 'albumArtist', TCOM: 'composer', TEXT: 'lyricist' },
  ...{ TP1: 'artist', TP2: 'albumArtist', TCM: 'composer', TXT: 'lyricist' },
}

/** Pictures come last; more than this is not read. */
const maxTagBytes = 1024 ** 2
const maxTextBytes = 4096
const maxChunks = 4096

const asciiAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

const numberAt = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0)

/** At the start of the file, or in a chunk of WAV or AIFF; undefined if there is none. */
function findTag(source: ByteSource): number | undefined {
  const start = readBytes(source, 0, 12)
  if (asciiAt(start, 0, 3) === 'ID3') return 0
  const form = asciiAt(start, 0, 4)
  if (form !== 'RIFF' && form !== 'FORM') return undefined
  for (let position = 12, count = 0; count < maxChunks && position + 8 <= source.size; count++) {
    const header = readBytes(source, position, 8)
    if (asciiAt(header, 0, 4).toUpperCase() === 'ID3 ') return position + 8
    const sizeBytes = form === 'RIFF' ? header.slice(4).reverse() : header.slice(4)
    const size = numberAt(sizeBytes, 0, 4)
    position += 8 + size + (size % 2)
  }
  return undefined
}

/** Unsynchronisation adds a zero after every FF, so that decoders do not mistake the tag for audio. */
const withoutUnsynchronisation = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff)

function decodeText(bytes: Uint8Array): string | undefined {
  const [encoding] = bytes
  const body = bytes.subarray(1)
  const isBigEnd = encoding === 2 || (encoding === 1 && body[0] === 0xfe)
  const text =
    encoding === 1 || encoding === 2
      ? new TextDecoder(isBigEnd ? 'utf-16be' : 'utf-16le').decode(body)
      : decodeOrGuess(body.subarray(0, lengthWithoutNul(body))).text
  const written = text.replace(/\0+$/, '')
  // A NUL between names separates them for certain.
  return written === '' || written.includes('\0') ? undefined : written
}

const lengthWithoutNul = (bytes: Uint8Array): number => {
  let length = bytes.length
  while (length > 0 && bytes[length - 1] === 0) length--
  return length
}

/** The names of the first tag; none if it has another version or is damaged. */
export function readId3Names(source: ByteSource): Id3Names {
  const start = findTag(source)
  if (start === undefined) return {}
  const head = readBytes(source, start, 10)
  const [, , , major, , flags = 0, a = 0, b = 0, c = 0, d = 0] = head
  if (asciiAt(head, 0, 3) !== 'ID3' || (major !== 2 && major !== 3)) return {}
  const size = (a << 21) | (b << 14) | (c << 7) | d
  const stored = readBytes(source, start + 10, Math.min(size, maxTagBytes))
  const tag = flags & 0x80 ? withoutUnsynchronisation(stored) : stored
  const extended = major === 3 && flags & 0x40 ? numberAt(tag, 0, 4) + 4 : 0
  return readFrames(tag.subarray(extended), major)
}

function readFrames(tag: Uint8Array, major: 2 | 3): Id3Names {
  const names: { -readonly [Member in keyof Id3Names]: string } = {}
  const [idLength, headLength] = major === 2 ? [3, 6] : [4, 10]
  for (let at = 0; at + headLength < tag.length; ) {
    const id = asciiAt(tag, at, idLength)
    if (!/^[A-Z0-9]+$/.test(id)) break
    const size = numberAt(tag, at + idLength, idLength)
    const member = Object.hasOwn(members, id) ? members[id] : undefined
    const body = tag.subarray(at + headLength, at + headLength + Math.min(size, maxTextBytes))
    const text = member === undefined ? undefined : decodeText(body)
    if (member !== undefined && text !== undefined) names[member] ??= text
    at += headLength + size
  }
  return names
}
