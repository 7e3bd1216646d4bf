import { type ByteSource, readBytes } from './byte-source.ts'
import { maxChannels, maxSampleRate, type PackedLayout, type PcmFormat, type PcmHeader } from './pcm-format.ts'
import { UnusableMedia, unfinished } from './unusable-media.ts'

/**
 * RIFF/WAVE with PCM or 32-bit float, WAVE_FORMAT_EXTENSIBLE, RF64 and BW64 (EBU Tech 3306, ITU-R BS.2088).
 * A size in a header is a claim: it is compared with the bytes that are there before anything is believed.
 */

const maxChunks = 4096
const sizeUnknown = 0xffffffff
const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

interface Chunks {
  readonly fmt: Uint8Array
  readonly dataPosition: number
  readonly dataBytes: number
  /** After the last chunk. */
  readonly trailingBytes: number
}

const knownFormats: Readonly<Record<number, string>> = {
  2: 'Microsoft ADPCM',
  6: 'A-law',
  7: 'mu-law',
  17: 'IMA ADPCM',
  80: 'MPEG audio',
  85: 'MP3',
  255: 'AAC',
  8192: 'AC-3',
  8193: 'DTS',
}

/** A 64-bit size as a number; what cannot be a file size anywhere becomes infinity and is then found too long. */
const size64 = (view: DataView, offset: number): number => Number(view.getBigUint64(offset, true))

function dataSize(source: ByteSource, claimed: number, position: number, ds64: number | undefined): number {
  const available = source.size - position
  const size = claimed === sizeUnknown ? (ds64 ?? available) : claimed
  if (size > available) {
    throw new UnusableMedia(
      'truncated',
      `The header declares ${size} bytes of audio, but the file contains only ${available}.`,
    )
  }
  return size
}

/** The end of what the RIFF header covers. Recorders and pipes that write no size mean the whole file. */
function riffEnd(source: ByteSource, ds64: Uint8Array | undefined): number {
  const header = readBytes(source, 4, 4)
  const claimed = new DataView(header.buffer).getUint32(0, true)
  const isLong = claimed === sizeUnknown && ds64 !== undefined
  const size = isLong ? size64(new DataView(ds64.buffer), 0) : claimed
  return size === 0 || size === sizeUnknown ? source.size : Math.min(source.size, 8 + size)
}

function findChunks(source: ByteSource): Chunks {
  let position = 12
  let fmt: Uint8Array | undefined
  let ds64: Uint8Array | undefined
  for (let count = 0; count < maxChunks && position + 8 <= source.size; count++) {
    const { name, size, body } = readChunk(source, position)
    if (name === 'ds64') {
      const bytes = readBytes(source, body, 16)
      if (bytes.length === 16) ds64 = bytes
    }
    if (name === 'fmt ') fmt = sameFormat(fmt, readBytes(source, body, Math.min(size, 64)))
    if (name === 'data') {
      if (!fmt) throw new UnusableMedia('corrupt', 'The WAV file has no fmt chunk before its audio.')
      const dataBytes = dataSize(source, size, body, ds64 && size64(new DataView(ds64.buffer), 8))
      const end = riffEnd(source, ds64)
      if (dataBytes === 0) requireFinished(source, body, end)
      const endOfAll = endOfChunks(source, body + dataBytes, end)
      requireCounted(source, dataBytes, endOfAll)
      return { fmt, dataPosition: body, dataBytes, trailingBytes: source.size - endOfAll }
    }
    // Chunks are padded to even sizes (RIFF); a chunk of size 0 still moves on by its header.
    position = body + size + (size % 2)
  }
  throw new UnusableMedia('truncated', 'The WAV file contains no audio (no data chunk was found).')
}

/** Programs disagree on which of two is used, so two that differ would be two recordings. */
function sameFormat(before: Uint8Array | undefined, fmt: Uint8Array): Uint8Array {
  if (before && !before.every((byte, index) => byte === fmt[index]))
    throw new UnusableMedia('corrupt', 'The WAV file has two fmt chunks, and they differ.')
  return fmt
}

interface Chunk {
  readonly name: string
  readonly size: number
  /** Where its content begins. */
  readonly body: number
}

function readChunk(source: ByteSource, position: number): Chunk {
  const header = readBytes(source, position, 8)
  return { name: ascii(header, 0, 4), size: new DataView(header.buffer).getUint32(4, true), body: position + 8 }
}

/** A chunk with a name of printable letters that ends within the RIFF; undefined if there is none. */
function findWholeChunk(source: ByteSource, position: number, end: number): Chunk | undefined {
  if (position + 8 > end) return undefined
  const chunk = readChunk(source, position)
  return /^[\x20-\x7e]{4}$/.test(chunk.name) && chunk.body + chunk.size <= end ? chunk : undefined
}

/**
 * The end of the chunks after the audio: tags, markers, broadcast data. Some programs omit the byte
 * that pads an odd size. Throws for audio in a second `data` chunk, which would be cut off.
 */
function endOfChunks(source: ByteSource, from: number, end: number): number {
  let position = from
  for (let count = 0; count < maxChunks; count++) {
    const padded = position + (position % 2)
    const found = findWholeChunk(source, padded, end) ?? findWholeChunk(source, position, end)
    if (!found) return Math.min(padded, source.size)
    if (found.name === 'data' && found.size > 0)
      throw new UnusableMedia('corrupt', 'The WAV file has more than one data chunk, and a file can have one only.')
    position = found.body + found.size
  }
  return position
}

/** A recorder writes the size when it stops. If the size is 0, bytes that are not chunks are an unfinished recording. */
function requireFinished(source: ByteSource, body: number, end: number): void {
  const follow = source.size - body
  if (follow === 0 || findWholeChunk(source, body, end)) return
  throw unfinished(0, follow)
}

/** A third of a second of CD audio. Tags and padding after the audio are smaller, or known. */
const longestUnknown = 64 * 1024
const tags = /^(?:ID3|TAG|APETAGEX|LYRICSBEGIN|PK)/

/** Audio that the header does not count would be cut off, and nothing but its size tells it from what may follow. */
function requireCounted(source: ByteSource, dataBytes: number, end: number): void {
  const follow = source.size - end
  if (follow <= longestUnknown) return
  const start = readBytes(source, end, 4096)
  if (tags.test(ascii(start, 0, 16)) || start.every((byte) => byte === 0)) return
  throw unfinished(dataBytes, dataBytes + follow)
}

interface WavFormat {
  readonly format: PcmFormat
  readonly layout: PackedLayout
  readonly extensible: boolean
}

function bytesPerSampleOf(bits: number, code: number): 1 | 2 | 3 | 4 {
  const bytes = bits / 8
  if (code === 3 && bytes === 4) return bytes
  if (code === 1 && (bytes === 1 || bytes === 2 || bytes === 3 || bytes === 4)) return bytes
  throw new UnusableMedia(
    'unsupported_format',
    `WAV with ${bits}-bit ${code === 3 ? 'float' : 'integer'} samples is not supported.`,
  )
}

/** Format code, and the bits that carry signal; the extensible header keeps both in its extension. */
function readCodes(view: DataView): { code: number; validBits: number; extensible: boolean } {
  const code = view.getUint16(0, true)
  const bits = view.getUint16(14, true)
  if (code !== 0xfffe) return { code, validBits: bits, extensible: false }
  if (view.byteLength < 40) throw new UnusableMedia('corrupt', 'The extensible WAV header is shorter than 40 bytes.')
  const validBits = view.getUint16(18, true)
  const isValid = validBits > 0 && validBits <= bits
  return { code: view.getUint16(24, true), validBits: isValid ? validBits : bits, extensible: true }
}

function requirePlausible(channels: number, sampleRate: number): void {
  if (channels === 0 || sampleRate === 0) {
    throw new UnusableMedia('corrupt', `The header is invalid: ${channels} channels at ${sampleRate} Hz.`)
  }
  if (channels > maxChannels || sampleRate > maxSampleRate) {
    throw new UnusableMedia(
      'unsupported_format',
      `Audio with ${channels} channels at ${sampleRate} Hz is not supported.`,
    )
  }
}

function readFormat(fmt: Uint8Array): WavFormat {
  if (fmt.length < 16) throw new UnusableMedia('corrupt', 'The fmt chunk of the WAV file is shorter than 16 bytes.')
  const view = new DataView(fmt.buffer, fmt.byteOffset, fmt.byteLength)
  const { code, validBits, extensible } = readCodes(view)
  if (code !== 1 && code !== 3) {
    throw new UnusableMedia(
      'unsupported_format',
      `WAV with ${knownFormats[code] ?? `format code ${code}`} is not supported.`,
    )
  }
  const channels = view.getUint16(2, true)
  const sampleRate = view.getUint32(4, true)
  requirePlausible(channels, sampleRate)
  const bits = view.getUint16(14, true)
  const bytesPerSample = bytesPerSampleOf(bits, code)
  if (view.getUint16(12, true) !== channels * bytesPerSample) {
    throw new UnusableMedia('corrupt', 'The block size in the WAV header does not match its channels and bit depth.')
  }
  const encoding = code === 3 ? 'float' : bytesPerSample === 1 ? 'unsigned' : 'signed'
  const codec = encoding === 'float' ? 'pcm_f32le' : encoding === 'unsigned' ? 'pcm_u8' : `pcm_s${bits}le`
  return {
    format: { container: 'wav', codec, sampleRate, channels, bitDepth: validBits, floatSamples: encoding === 'float' },
    layout: { channels, bytesPerSample, encoding, endian: 'little' },
    extensible,
  }
}

/** Reads the header of a WAV. Throws `UnusableMedia` for what cannot be decoded. */
export function readWavHeader(source: ByteSource): PcmHeader {
  const { fmt, dataPosition, dataBytes, trailingBytes } = findChunks(source)
  const { format, layout, extensible } = readFormat(fmt)
  return {
    format,
    layout,
    position: dataPosition,
    frames: Math.floor(dataBytes / (layout.channels * layout.bytesPerSample)),
    trailingBytes,
    wavExtensible: extensible,
  }
}
