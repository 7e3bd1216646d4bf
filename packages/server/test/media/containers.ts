// Files written byte by byte, so that a test may set any field of a header to a wrong value.

export const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)

export const concat = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** Fields of `[value, bytes]`, unsigned. */
export const fields = (
  endian: 'little' | 'big',
  ...values: readonly (readonly [number, 1 | 2 | 4 | 8])[]
): Uint8Array =>
  concat(
    ...values.map(([value, width]) => {
      const bytes = new Uint8Array(8)
      new DataView(bytes.buffer).setBigUint64(0, BigInt(value), endian === 'little')
      return endian === 'little' ? bytes.slice(0, width) : bytes.slice(8 - width)
    }),
  )

/** A chunk; `claimedSize` replaces the true size, the pad byte is added as RIFF and IFF want it. */
export const chunk = (
  name: string,
  body: Uint8Array,
  endian: 'little' | 'big',
  claimedSize = body.length,
): Uint8Array => concat(ascii(name), fields(endian, [claimedSize, 4]), body, new Uint8Array(body.length % 2))

export interface WavShape {
  readonly code?: number
  readonly channels?: number
  readonly sampleRate?: number
  readonly bits?: number
  /** Written into the extension when given; makes the header extensible. */
  readonly validBits?: number
  readonly blockBytes?: number
}

export function fmtBody(shape: WavShape): Uint8Array {
  const { code = 1, channels = 2, sampleRate = 44_100, bits = 16, validBits } = shape
  const blockBytes = shape.blockBytes ?? (channels * bits) / 8
  const isExtensible = validBits !== undefined
  const plain = fields(
    'little',
    [isExtensible ? 0xfffe : code, 2],
    [channels, 2],
    [sampleRate, 4],
    [sampleRate * blockBytes, 4],
    [blockBytes, 2],
    [bits, 2],
  )
  if (!isExtensible) return plain
  const subFormat = concat(fields('little', [code, 2]), Buffer.from('000000001000800000aa00389b71', 'hex'))
  return concat(plain, fields('little', [22, 2], [validBits, 2], [3, 4]), subFormat)
}

export function riff(...chunks: readonly Uint8Array[]): Uint8Array {
  const body = concat(ascii('WAVE'), ...chunks)
  return chunk('RIFF', body, 'little')
}

export const wav = (shape: WavShape, data: Uint8Array, claimedSize = data.length): Uint8Array =>
  riff(chunk('fmt ', fmtBody(shape), 'little'), chunk('data', data, 'little', claimedSize))

/** The 80-bit float of a whole number. */
function extended(value: number): Uint8Array {
  const exponent = Math.floor(Math.log2(value))
  return concat(fields('big', [16_383 + exponent, 2], [Math.round(value * 2 ** (31 - exponent)), 4], [0, 4]))
}

export interface AiffShape {
  readonly channels?: number
  readonly frames: number
  readonly bits?: number
  readonly sampleRate?: number
  /** Makes it AIFF-C. */
  readonly compression?: string
  readonly soundFirst?: boolean
}

export function aiff(shape: AiffShape, data: Uint8Array): Uint8Array {
  const { channels = 2, frames, bits = 16, sampleRate = 44_100, compression, soundFirst = false } = shape
  const plain = concat(fields('big', [channels, 2], [frames, 4], [bits, 2]), extended(sampleRate))
  const common = compression === undefined ? plain : concat(plain, ascii(compression), Uint8Array.of(0, 0))
  const parts = [chunk('COMM', common, 'big'), chunk('SSND', concat(new Uint8Array(8), data), 'big')]
  const kind = ascii(compression === undefined ? 'AIFF' : 'AIFC')
  return chunk('FORM', concat(kind, ...(soundFirst ? parts.reverse() : parts)), 'big')
}

/** Interleaved samples of whole bytes. */
export function pack(channels: readonly Int32Array[], width: 1 | 2 | 3 | 4, endian: 'little' | 'big'): Uint8Array {
  const frames = channels[0]?.length ?? 0
  const bytes = new Uint8Array(frames * channels.length * width)
  let position = 0
  for (let frame = 0; frame < frames; frame++) {
    for (const channel of channels) {
      const sample = channel[frame] ?? 0
      for (let byte = 0; byte < width; byte++) {
        bytes[position++] = sample >> (8 * (endian === 'little' ? byte : width - 1 - byte))
      }
    }
  }
  return bytes
}

/** `count` frames of MPEG 1 layer III, 128 kbit/s, 44.1 kHz, stereo, that decode to silence. */
export function silentMp3(count: number): Uint8Array {
  const frame = new Uint8Array(417)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  return concat(...Array.from({ length: count }, () => frame))
}

/** An ID3v2 tag of `size` bytes without frames. */
export const id3 = (size: number, written = size): Uint8Array =>
  concat(
    ascii('ID3'),
    Uint8Array.of(4, 0, 0, (size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127),
    new Uint8Array(written),
  )
