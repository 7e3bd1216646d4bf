import { type StreamInfo, UnusableMedia } from '@spindle/contract/audio-headers'
import type { BitReader } from './bit-reader.ts'
import { crc8 } from './crc.ts'

export interface FrameHeader {
  readonly frames: number
  /** RFC 9639 section 9.1.3: 0-7 independent channels, 8 left/side, 9 side/right, 10 mid/side. */
  readonly assignment: number
}

const sampleRates = [0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000]
const bitDepths = [0, 8, 12, -1, 16, 20, 24, 32]

function corrupt(): never {
  throw new UnusableMedia('corrupt', 'A frame header is damaged.')
}

/** The frame or sample number, coded like UTF-8. Its value is not needed: order is proved by count and MD5. */
function skipCodedNumber(reader: BitReader): void {
  const first = reader.unsigned(8)
  if (first < 128) return
  const more = Math.clz32(~(first << 24)) - 1
  if (more < 1 || more > 6) corrupt()
  for (let i = 0; i < more; i++) if (reader.unsigned(8) >>> 6 !== 2) corrupt()
}

function blockFramesOf(code: number, reader: BitReader): number {
  if (code === 0) return corrupt()
  if (code === 1) return 192
  if (code <= 5) return 144 << code
  if (code === 6) return reader.unsigned(8) + 1
  if (code === 7) return reader.unsigned(16) + 1
  return 1 << code
}

function sampleRateOf(code: number, reader: BitReader): number {
  if (code === 12) return reader.unsigned(8) * 1000
  if (code === 13) return reader.unsigned(16)
  if (code === 14) return reader.unsigned(16) * 10
  return sampleRates[code] ?? corrupt()
}

const channelsOf = (assignment: number): number => (assignment < 8 ? assignment + 1 : assignment < 11 ? 2 : corrupt())

export function readFrameHeader(reader: BitReader, info: StreamInfo): FrameHeader {
  const start = reader.bit >>> 3
  // 14 bits of sync code, a reserved zero, and the blocking strategy, which does not matter here.
  if (reader.unsigned(16) >>> 1 !== 0x7ffc) corrupt()
  const blockCode = reader.unsigned(4)
  const rateCode = reader.unsigned(4)
  const assignment = reader.unsigned(4)
  const depth = bitDepths[reader.unsigned(3)] ?? corrupt()
  reader.unsigned(1)
  skipCodedNumber(reader)
  const frames = blockFramesOf(blockCode, reader)
  const sampleRate = sampleRateOf(rateCode, reader)
  const checksum = crc8(reader.bytes, start, reader.bit >>> 3)
  if (reader.unsigned(8) !== checksum) corrupt()
  if (channelsOf(assignment) !== info.channels || (depth !== 0 && depth !== info.bitDepth)) {
    throw new UnusableMedia('corrupt', 'A frame has a different number of channels or bit depth than the file header.')
  }
  if ((sampleRate !== 0 && sampleRate !== info.sampleRate) || frames > info.maxBlockFrames) {
    throw new UnusableMedia('corrupt', 'A frame has a different sample rate or block size than the file header.')
  }
  return { frames, assignment }
}
