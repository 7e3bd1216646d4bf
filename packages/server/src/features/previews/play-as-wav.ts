import type { PackedSamples } from '../media/index.ts'

/**
 * AIFF as WAV, for browsers, which play no AIFF. Each sample keeps its length and its place, so every byte of the WAV
 * belongs to known bytes of the file: ranges are exact, and only the requested part is read.
 */
export interface WavFile {
  readonly size: number
  /** The bytes from `start` to `end`, both included. */
  read(start: number, end: number): AsyncGenerator<Buffer>
}

/** Reads bytes of the file the samples are in; both ends included. */
export type ReadBytes = (range: { readonly start: number; readonly end: number }) => Promise<AsyncIterable<Buffer>>

export function playAsWav(samples: PackedSamples, readBytes: ReadBytes): WavFile {
  const header = wavHeader(samples)
  const dataBytes = lengthOf(samples)
  const dataEnd = header.length + dataBytes
  // A chunk of odd length is followed by one byte that counts nowhere.
  const size = dataEnd + (dataBytes % 2)
  return {
    size,
    async *read(start, end) {
      if (start < header.length) yield header.subarray(start, end + 1)
      const from = Math.max(start, header.length)
      const to = Math.min(end, dataEnd - 1)
      if (from <= to) yield* readSamples(samples, readBytes, { from: from - header.length, to: to - header.length })
      if (start < size && end >= dataEnd && size > dataEnd) yield Buffer.alloc(1)
    },
  }
}

const lengthOf = ({ frames, channels, bytesPerSample }: PackedSamples): number => frames * channels * bytesPerSample

const maxUint32 = 2 ** 32 - 1
const codes = { signed: 1, unsigned: 1, float: 3 } as const

/** RIFF with `fmt ` and `data`; samples other than integers have the longer `fmt ` and a `fact` chunk. */
function wavHeader(samples: PackedSamples): Buffer {
  const { channels, bytesPerSample, sampleRate, frames, encoding } = samples
  const isFloat = encoding === 'float'
  const header = Buffer.alloc(isFloat ? 58 : 44)
  const dataBytes = lengthOf(samples)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(Math.min(header.length - 8 + dataBytes + (dataBytes % 2), maxUint32), 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(isFloat ? 18 : 16, 16)
  header.writeUInt16LE(codes[encoding], 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * channels * bytesPerSample, 28)
  header.writeUInt16LE(channels * bytesPerSample, 32)
  header.writeUInt16LE(bytesPerSample * 8, 34)
  if (isFloat) {
    header.write('fact', 38, 'latin1')
    header.writeUInt32LE(4, 42)
    header.writeUInt32LE(frames, 46)
  }
  header.write('data', header.length - 8, 'latin1')
  header.writeUInt32LE(Math.min(dataBytes, maxUint32), header.length - 4)
  return header
}

/** Bytes `from` to `to` of the converted samples. Reads whole samples and drops what was not requested. */
async function* readSamples(
  { position, bytesPerSample: width, ...layout }: PackedSamples,
  readBytes: ReadBytes,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Buffer> {
  const first = from - (from % width)
  const last = to - (to % width) + width - 1
  const source = await readBytes({ start: position + first, end: position + last })
  let skip = from - first
  let left = to - from + 1
  for await (const whole of wholeSamples(source, width)) {
    convert(whole, width, layout)
    const part = whole.subarray(skip, skip + left)
    skip = 0
    left -= part.length
    if (part.length > 0) yield part
  }
}

async function* wholeSamples(source: AsyncIterable<Buffer>, width: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.length - (bytes.length % width)
    rest = bytes.subarray(end)
    if (end > 0) yield bytes.subarray(0, end)
  }
}

/** In place: WAV is little-endian, and its samples of one byte are unsigned. */
function convert(bytes: Buffer, width: number, { encoding, endian }: Pick<PackedSamples, 'encoding' | 'endian'>): void {
  if (width === 1) {
    if (encoding === 'signed') for (let i = 0; i < bytes.length; i++) bytes[i] = (bytes[i] ?? 0) ^ 0x80
    return
  }
  if (endian === 'little') return
  if (width === 2) bytes.swap16()
  else if (width === 4) bytes.swap32()
  else swap24(bytes)
}

function swap24(bytes: Buffer): void {
  for (let i = 0; i < bytes.length; i += 3) {
    const first = bytes[i] ?? 0
    bytes[i] = bytes[i + 2] ?? 0
    bytes[i + 2] = first
  }
}
