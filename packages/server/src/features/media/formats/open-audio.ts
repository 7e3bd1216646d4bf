import { UnusableMedia } from '../report.ts'
import { openAiff } from './aiff.ts'
import { type ByteSource, readBytes } from './byte-source.ts'
import { openFlac } from './flac/flac.ts'
import { openMp3 } from './mp3/mp3.ts'
import type { PcmFile } from './pcm.ts'
import { findSignature } from './signatures.ts'
import { openWav } from './wav.ts'

const maxLeadingTags = 16

/** Where the file begins behind ID3v2 tags. They are stepped over by their length, never parsed: nothing to blow up. */
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

/** Recognises the file by its bytes and reads its header. Throws `UnusableMedia` for what cannot be decoded here. */
export function openAudio(source: ByteSource): PcmFile | Promise<PcmFile> {
  if (source.size === 0) throw new UnusableMedia('empty_file', 'The file has no bytes.')
  const start = skipTags(source)
  if (start >= source.size) throw new UnusableMedia('truncated', 'The file ends inside the tag at its beginning.')
  const name = findSignature(readBytes(source, start, 16))?.name
  if (name === 'flac') return openFlac(source, start)
  if (name === 'wav' && start === 0) return openWav(source)
  if (name === 'aiff' && start === 0) return openAiff(source)
  if (name === undefined) return openMp3(source, start)
  const where = start > 0 ? ' behind an ID3 tag' : ''
  throw new UnusableMedia(
    'unsupported_format',
    `The file is ${name}${where}, by its content and whatever its name says.`,
  )
}
