import { type ByteSource, readBytes } from './byte-source.ts'
import { findSignature } from './file-signatures.ts'
import { findMp3Start, type Mp3Start } from './mp3-start.ts'
import { UnusableMedia } from './unusable-media.ts'

/** Which audio format a file has, by its bytes. Names and content types are claims of the sender. */

/** `start` is where the audio file begins after leading tags. */
export type LocatedAudio =
  | { readonly container: 'wav' | 'aiff' | 'flac'; readonly start: number }
  | { readonly container: 'mp3'; readonly start: number; readonly mp3: Mp3Start }

const maxLeadingTags = 16

/**
 * Where the file begins after ID3v2 tags. They are skipped by their length and never parsed, so they cannot do harm.
 */
function skipTags(source: ByteSource): number {
  let position = 0
  for (let count = 0; count < maxLeadingTags; count++) {
    const [i, d, three, , , flags = 0, a = 0, b = 0, c = 0, e = 0] = readBytes(source, position, 10)
    if (i !== 0x49 || d !== 0x44 || three !== 0x33 || (a | b | c | e) > 127) return position
    const footer = flags & 0x10 ? 10 : 0
    position += 10 + ((a << 21) | (b << 14) | (c << 7) | e) + footer
  }
  return position
}

/** Throws `UnusableMedia` for files that are empty, or not audio that can be decoded. */
export function locateAudio(source: ByteSource): LocatedAudio {
  if (source.size === 0) throw new UnusableMedia('empty_file', 'The file is empty.')
  const start = skipTags(source)
  if (start >= source.size) throw new UnusableMedia('truncated', 'The file ends within the tag at its start.')
  const name = findSignature(readBytes(source, start, 16))?.name
  if (name === 'flac') return { container: name, start }
  if ((name === 'wav' || name === 'aiff') && start === 0) return { container: name, start }
  if (name === undefined) {
    const mp3 = findMp3Start(source, start)
    if (!mp3) throw new UnusableMedia('unsupported_format', 'Unsupported audio format.')
    return { container: 'mp3', start, mp3 }
  }
  const where = start > 0 ? ' after an ID3 tag' : ''
  throw new UnusableMedia('unsupported_format', `The content of the file is ${name}${where}, whatever its name.`)
}
