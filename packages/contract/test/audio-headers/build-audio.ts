/** Headers of audio files, written byte by byte as the formats define them, so that single fields can be wrong. */

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

/** A RIFF chunk: name, length in little-endian order, body; padded to an even size. */
export const riffChunk = (name: string, body: Buffer, claimed = body.length): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(claimed, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** The content of a `fmt ` chunk; by default a 16-bit stereo file at 44.1 kHz. */
export interface WavFields {
  readonly code?: number
  readonly channels?: number
  readonly sampleRate?: number
  readonly bits?: number
  readonly blockBytes?: number
  /** Makes the chunk that of WAVE_FORMAT_EXTENSIBLE: how many bits carry signal, and the format of its subformat. */
  readonly extension?: { readonly validBits: number; readonly code: number; readonly bytes?: number }
}

/** The body of a `fmt ` chunk. */
export function wavFormat(fields: WavFields = {}): Buffer {
  const { code = 1, channels = 2, sampleRate = 44_100, bits = 16, extension } = fields
  const { blockBytes = (channels * bits) / 8 } = fields
  const body = Buffer.alloc(extension ? (extension.bytes ?? 40) : 16)
  body.writeUInt16LE(extension ? 0xfffe : code, 0)
  body.writeUInt16LE(channels, 2)
  body.writeUInt32LE(sampleRate, 4)
  body.writeUInt32LE(sampleRate * blockBytes, 8)
  body.writeUInt16LE(blockBytes, 12)
  body.writeUInt16LE(bits, 14)
  if (extension && body.length >= 40) {
    body.writeUInt16LE(22, 16)
    body.writeUInt16LE(extension.validBits, 18)
    body.writeUInt16LE(extension.code, 24)
  }
  return body
}

/** A WAVE file of these chunks; `RF64` and `BW64` are its large forms. */
export const wavFile = (chunks: readonly Buffer[], form = 'RIFF'): Buffer => {
  const body = Buffer.concat([latin('WAVE'), ...chunks])
  return Buffer.concat([riffChunk(form, body, form === 'RIFF' ? body.length : 0xffffffff)])
}

/** The `ds64` chunk of a large file: sizes of RIFF, of the audio, and the number of samples. */
export function ds64Chunk(dataBytes: bigint): Buffer {
  const body = Buffer.alloc(28)
  body.writeBigUInt64LE(dataBytes, 8)
  return riffChunk('ds64', body)
}

/** An IFF chunk: name, length in big-endian order, body; padded to an even size. */
export const iffChunk = (name: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** The content of a `COMM` chunk; by default a 16-bit stereo file at 44.1 kHz. */
export interface AiffFields {
  readonly channels?: number
  readonly frames?: number
  readonly bits?: number
  /** The 80-bit float of the sample rate: exponent with its bias, and the upper half of the mantissa. */
  readonly rate?: readonly [exponent: number, mantissa: number]
  /** AIFF-C only. */
  readonly compression?: string
}

/** 44,100 and 48,000 Hz as AIFF writes them. */
export const rate44100 = [0x400e, 0xac440000] as const
export const rate48000 = [0x400e, 0xbb800000] as const

/** The `COMM` chunk. */
export function commChunk({ channels = 2, frames = 2, bits = 16, rate = rate44100, compression }: AiffFields): Buffer {
  const body = Buffer.alloc(18)
  body.writeUInt16BE(channels, 0)
  body.writeUInt32BE(frames, 2)
  body.writeUInt16BE(bits, 6)
  body.writeUInt16BE(rate[0], 8)
  body.writeUInt32BE(rate[1], 10)
  return iffChunk('COMM', compression === undefined ? body : Buffer.concat([body, latin(compression), Buffer.alloc(2)]))
}

/** The `SSND` chunk: `offset` bytes before the audio. */
export function ssndChunk(audioBytes: number, offset = 0): Buffer {
  const head = Buffer.alloc(8 + offset)
  head.writeUInt32BE(offset, 0)
  return iffChunk('SSND', Buffer.concat([head, Buffer.alloc(audioBytes)]))
}

/** An AIFF, or with `AIFC` an AIFF-C, of these chunks. */
export const aiffFile = (chunks: readonly Buffer[], form: 'AIFF' | 'AIFC' = 'AIFF'): Buffer =>
  iffChunk('FORM', Buffer.concat([latin(form), ...chunks]))

/** The content of the STREAMINFO block of a FLAC. */
export interface FlacFields {
  readonly blockFrames?: number
  readonly sampleRate?: number
  readonly channels?: number
  readonly bits?: number
  readonly totalFrames?: number
  readonly md5?: string
}

/** The 34 bytes of STREAMINFO (RFC 9639 section 8.2). */
export function streamInfo(fields: FlacFields = {}): Buffer {
  const { blockFrames = 4096, sampleRate = 44_100, channels = 2, bits = 24, totalFrames = 441_000, md5 = '' } = fields
  const body = Buffer.alloc(34)
  body.writeUInt16BE(blockFrames, 0)
  body.writeUInt16BE(blockFrames, 2)
  const packed =
    (BigInt(sampleRate) << 44n) | (BigInt(channels - 1) << 41n) | (BigInt(bits - 1) << 36n) | BigInt(totalFrames)
  body.writeBigUInt64BE(packed, 10)
  body.write(md5, 18, 'hex')
  return body
}

/** A metadata block of a FLAC; kind 0 is STREAMINFO, 4 the comments. The last one is marked. */
export function flacBlock(kind: number, body: Buffer, { isLast = false, claimed = body.length } = {}): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt8(kind | (isLast ? 128 : 0), 0)
  head.writeUIntBE(claimed, 1, 3)
  return Buffer.concat([head, body])
}

/** A FLAC of these metadata blocks. */
export const flacFile = (...blocks: readonly Buffer[]): Buffer => Buffer.concat([latin('fLaC'), ...blocks])

/** One frame of MPEG audio: its four bytes of header, filled up with zeros to its size. */
export function mp3Frame(header: readonly [number, number, number, number], size: number): Buffer {
  const frame = Buffer.alloc(size)
  frame.set(header)
  return frame
}
