import { Ajv, type ValidateFunction } from 'ajv'

/** The child has touched hostile bytes: its answer is accepted only if it has exactly the requested form. */

/** Plain PCM inside a file: its position, and how its bytes make samples. */
export interface PackedSamples {
  readonly channels: number
  readonly bytesPerSample: 1 | 2 | 3 | 4
  readonly encoding: 'signed' | 'unsigned' | 'float'
  readonly endian: 'little' | 'big'
  /** Hz. */
  readonly sampleRate: number
  /** Of the first sample, in bytes from the beginning of the file. */
  readonly position: number
  /** Samples of one channel. */
  readonly frames: number
}

const properties = {
  channels: { type: 'integer', minimum: 1, maximum: 32 },
  bytesPerSample: { enum: [1, 2, 3, 4] },
  encoding: { enum: ['signed', 'unsigned', 'float'] },
  endian: { enum: ['little', 'big'] },
  sampleRate: { type: 'integer', minimum: 1, maximum: 768_000 },
  position: { type: 'integer', minimum: 0 },
  frames: { type: 'integer', minimum: 0 },
}
const schema = { type: 'object', additionalProperties: false, properties, required: Object.keys(properties) }

let compiled: ValidateFunction<PackedSamples> | undefined

/** Undefined for anything else than samples that lie inside the file. */
export function parseSamples(text: string, fileBytes: number): PackedSamples | undefined {
  compiled ??= new Ajv({ strict: false }).compile<PackedSamples>(schema)
  try {
    const value: unknown = JSON.parse(text)
    if (!compiled(value)) return undefined
    const { position, frames, channels, bytesPerSample } = value
    return position + frames * channels * bytesPerSample <= fileBytes ? value : undefined
  } catch {
    return undefined
  }
}

/** A RIFF of the type WEBP that is exactly as long as it says. */
export const isWebp = (bytes: Buffer): boolean =>
  bytes.length >= 20 &&
  bytes.toString('latin1', 0, 4) === 'RIFF' &&
  bytes.toString('latin1', 8, 12) === 'WEBP' &&
  bytes.readUInt32LE(4) === bytes.length - 8

export interface JpegSize {
  readonly width: number
  readonly height: number
}

/** Of a JPEG with its end, in baseline or progressive form (ISO/IEC 10918-1, B.2.2); undefined for anything else. */
export function parseJpeg(bytes: Buffer): JpegSize | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== startOfImage || bytes.readUInt16BE(bytes.length - 2) !== endOfImage)
    return undefined
  // Segments follow each other, each with its length, up to the one that says how large the picture is.
  for (let place = 2; place + 9 <= bytes.length; place += 2 + bytes.readUInt16BE(place + 2)) {
    const marker = bytes.readUInt16BE(place)
    if (marker < 0xff_c0 || marker === startOfScan) return undefined
    if (startsOfFrame.includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(place + 5), bytes.readUInt16BE(place + 7)]
      return width > 0 && height > 0 ? { width, height } : undefined
    }
  }
  return undefined
}

const startOfImage = 0xff_d8
const endOfImage = 0xff_d9
const startOfScan = 0xff_da
const startsOfFrame: readonly number[] = [0xff_c0, 0xff_c1, 0xff_c2]
