import { type ByteSource, readBytes } from './byte-source.ts'
import { UnusableMedia } from './unusable-media.ts'

/** RFC 9639 section 8.2. */
export interface StreamInfo {
  readonly maxBlockFrames: number
  readonly sampleRate: number
  readonly channels: number
  readonly bitDepth: number
  /** 0 if it was unknown to the encoder. */
  readonly totalFrames: number
  /** Lower-case hex; undefined when the encoder left it zero. */
  readonly md5: string | undefined
}

const maxMetadataBlocks = 1024

function parseStreamInfo(block: Uint8Array): StreamInfo {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const word = view.getUint32(10)
  const md5 = Array.from(block.subarray(18, 34), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const info = {
    maxBlockFrames: view.getUint16(2),
    sampleRate: word >>> 12,
    channels: ((word >>> 9) & 7) + 1,
    bitDepth: ((word >>> 4) & 31) + 1,
    totalFrames: (word & 15) * 2 ** 32 + view.getUint32(14),
    md5: /^0+$/.test(md5) ? undefined : md5,
  }
  if (info.maxBlockFrames < 16 || info.sampleRate === 0 || info.bitDepth < 4) {
    throw new UnusableMedia('corrupt', 'The FLAC header contains invalid values.')
  }
  return info
}

/** Reads the header from the `fLaC` mark on and returns where the first frame begins. */
export function readFlacHeader(source: ByteSource, start: number): { info: StreamInfo; position: number } {
  let position = start + 4
  let info: StreamInfo | undefined
  for (let count = 0; count < maxMetadataBlocks; count++) {
    const [kind = 0, high = 0, middle = 0, low = 0, ...rest] = readBytes(source, position, 4)
    if (rest.length > 0 || position + 4 > source.size) break
    const length = (high << 16) | (middle << 8) | low
    if (count === 0) {
      const block = readBytes(source, position + 4, length)
      if ((kind & 127) !== 0 || length !== 34) throw new UnusableMedia('corrupt', 'The FLAC header is missing.')
      if (block.length < length) break
      info = parseStreamInfo(block)
    }
    position += 4 + length
    if (info && kind >= 128) return { info, position }
  }
  throw new UnusableMedia('truncated', 'The file ends within the FLAC header.')
}
