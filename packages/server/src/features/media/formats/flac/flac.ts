import { createHash } from 'node:crypto'
import { type ByteSource, readFlacHeader, type StreamInfo, UnusableMedia } from '@spindle/contract/audio-headers'
import type { PcmFile, PcmSink } from '../pcm.ts'
import { BitReader } from './bit-reader.ts'
import { crc16 } from './crc.ts'
import { readFrameHeader } from './frame-header.ts'
import { headroom } from './prediction.ts'
import { readSubframe } from './subframe.ts'

/**
 * Decodes every frame of a native FLAC file (RFC 9639) and checks all that can be checked: both checksums of each
 * frame, the number of samples and the MD5 of the decoded audio against the header, which may claim anything.
 */

/** No encoder makes a frame longer than its samples verbatim; the rest is room for headers. */
const maxFrameBytes = ({ maxBlockFrames, channels, bitDepth }: StreamInfo): number =>
  Math.ceil((channels * maxBlockFrames * (bitDepth + 1)) / 8) + 4096 * channels

/** Undoes the stereo coding in place. */
function decorrelate(left: Float64Array, right: Float64Array, assignment: number, end: number): void {
  for (let i = headroom; i < end; i++) {
    const a = left[i] ?? 0
    const b = right[i] ?? 0
    if (assignment === 8) right[i] = a - b
    else if (assignment === 9) left[i] = a + b
    else {
      const middle = 2 * a + (b & 1)
      left[i] = (middle + b) / 2
      right[i] = (middle - b) / 2
    }
  }
}

function flacFrameReader(reader: BitReader, info: StreamInfo) {
  const size = headroom + info.maxBlockFrames
  const subframes = Array.from({ length: info.channels }, () => new Float64Array(size))
  const planes = Array.from({ length: info.channels }, () => new Int32Array(info.maxBlockFrames))
  const scale = 2 ** (32 - info.bitDepth)
  const [left, right] = subframes
  return {
    planes,
    /** Answers how many frames of samples now stand in `planes`. */
    next(): number {
      const start = reader.bit >>> 3
      const { frames, assignment } = readFrameHeader(reader, info)
      for (const [channel, subframe] of subframes.entries()) {
        const isSide = (assignment === 9 && channel === 0) || ((assignment === 8 || assignment === 10) && channel === 1)
        readSubframe(reader, subframe, frames, info.bitDepth + (isSide ? 1 : 0))
      }
      reader.bit = (reader.bit + 7) & ~7
      const checksum = crc16(reader.bytes, start, reader.bit >>> 3)
      const expected = reader.unsigned(16)
      reader.requireInside()
      if (expected !== checksum) throw new UnusableMedia('corrupt', 'The checksum of a frame is wrong.')
      if (assignment >= 8 && left && right) decorrelate(left, right, assignment, headroom + frames)
      for (const [channel, plane] of planes.entries()) justify(subframes[channel], plane, frames, scale)
      return frames
    },
  }
}

function justify(from: Float64Array | undefined, to: Int32Array, frames: number, scale: number): void {
  if (!from) return
  for (let i = 0; i < frames; i++) to[i] = (from[headroom + i] ?? 0) * scale
}

/** The MD5 of STREAMINFO: interleaved, little-endian, whole bytes per sample (RFC 9639 section 8.2). */
function sampleMd5({ bitDepth, channels, maxBlockFrames }: StreamInfo) {
  const hash = createHash('md5')
  const width = Math.ceil(bitDepth / 8)
  const shift = 32 - bitDepth
  const bytes = new Uint8Array(width * channels * maxBlockFrames)
  return {
    add(planes: readonly Int32Array[], frames: number): void {
      for (const [channel, plane] of planes.entries()) {
        for (let i = 0, p = channel * width; i < frames; i++, p += width * channels) {
          const sample = (plane[i] ?? 0) >> shift
          for (let byte = 0; byte < width; byte++) bytes[p + byte] = sample >> (8 * byte)
        }
      }
      hash.update(bytes.subarray(0, width * channels * frames))
    },
    hex: (): string => hash.digest('hex'),
  }
}

const seconds = (frames: number, { sampleRate }: StreamInfo): string => (frames / sampleRate).toFixed(2)

/** Says where the damage is: a label can then listen there. */
function locate(error: unknown, decoded: number, info: StreamInfo): unknown {
  if (!(error instanceof UnusableMedia)) return error
  const announced = info.totalFrames > 0 ? ` of ${seconds(info.totalFrames, info)}` : ''
  return new UnusableMedia(error.code, `${error.message} ${seconds(decoded, info)} s${announced} could be decoded.`)
}

function decode(source: ByteSource, position: number, info: StreamInfo, sink: PcmSink): number {
  const frameBytes = maxFrameBytes(info)
  const reader = new BitReader(source, position, Math.max(262_144, frameBytes * 3))
  const frameReader = flacFrameReader(reader, info)
  const md5 = info.md5 === undefined ? undefined : sampleMd5(info)
  let decoded = 0
  try {
    while (!reader.atEnd && (info.totalFrames === 0 || decoded < info.totalFrames)) {
      reader.fill(frameBytes)
      const frames = frameReader.next()
      decoded += frames
      md5?.add(frameReader.planes, frames)
      sink.integers(frameReader.planes, frames)
    }
    if (decoded < info.totalFrames) throw new UnusableMedia('truncated', 'The file ends too early.')
    if (info.totalFrames > 0 && decoded > info.totalFrames) {
      throw new UnusableMedia('corrupt', 'The file contains more samples than its header declares.')
    }
  } catch (error) {
    throw locate(error, decoded, info)
  }
  if (md5 && md5.hex() !== info.md5) {
    throw new UnusableMedia('md5_mismatch', 'The decoded audio does not match the MD5 checksum in the file.')
  }
  return source.size - reader.position
}

/** `start` is the position of the `fLaC` marker; tags may come before it. */
export function openFlac(source: ByteSource, start: number): PcmFile {
  const { info, position } = readFlacHeader(source, start)
  const { sampleRate, channels, bitDepth } = info
  return {
    format: { container: 'flac', codec: 'flac', sampleRate, channels, bitDepth, floatSamples: false },
    decode: (sink) => ({ trailingBytes: decode(source, position, info, sink), wavExtensible: false }),
  }
}
