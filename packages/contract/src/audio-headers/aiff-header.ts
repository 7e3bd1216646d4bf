import { type ByteSource, readBytes } from './byte-source.ts'
import { maxChannels, maxSampleRate, type PackedLayout, type PcmHeader } from './pcm-format.ts'
import { UnusableMedia, unfinished } from './unusable-media.ts'

/** AIFF and AIFF-C with PCM (compression NONE, twos, sowt, in24, in32 and 32-bit float). Chunks may come in any order. */

const maxChunks = 4096
const longestPadding = 64 * 1024
const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

interface Chunks {
  readonly common: Uint8Array
  readonly soundPosition: number
  readonly soundBytes: number
}

function findChunks(source: ByteSource): Chunks {
  let position = 12
  let common: Uint8Array | undefined
  let sound: { position: number; bytes: number } | undefined
  for (let count = 0; count < maxChunks && position + 8 <= source.size; count++) {
    const header = readBytes(source, position, 8)
    const name = ascii(header, 0, 4)
    const size = new DataView(header.buffer).getUint32(4)
    const body = position + 8
    if (name === 'COMM') common = readBytes(source, body, Math.min(size, 64))
    if (name === 'SSND') {
      const skip = readBytes(source, body, 4)
      const offset = skip.length === 4 ? new DataView(skip.buffer).getUint32(0) : 0
      sound = { position: body + 8 + offset, bytes: Math.max(0, size - 8 - offset) }
    }
    position = body + size + (size % 2)
  }
  if (!common) throw new UnusableMedia('truncated', 'The AIFF file has no COMM chunk, so its format is unknown.')
  if (!sound) throw new UnusableMedia('truncated', 'The AIFF file contains no audio (no SSND chunk was found).')
  return { common, soundPosition: sound.position, soundBytes: sound.bytes }
}

/** The 80-bit float in which AIFF keeps its sample rate. */
function readExtended(view: DataView, offset: number): number {
  const exponent = view.getUint16(offset) & 0x7fff
  return (
    view.getUint32(offset + 2) * 2 ** (exponent - 16383 - 31) + view.getUint32(offset + 6) * 2 ** (exponent - 16446)
  )
}

const encodings: Readonly<Record<string, Pick<PackedLayout, 'encoding' | 'endian'>>> = {
  NONE: { encoding: 'signed', endian: 'big' },
  twos: { encoding: 'signed', endian: 'big' },
  in24: { encoding: 'signed', endian: 'big' },
  in32: { encoding: 'signed', endian: 'big' },
  sowt: { encoding: 'signed', endian: 'little' },
  'raw ': { encoding: 'unsigned', endian: 'big' },
  fl32: { encoding: 'float', endian: 'big' },
  FL32: { encoding: 'float', endian: 'big' },
}

function layoutOf(compression: string, channels: number, bitDepth: number): PackedLayout {
  const known = encodings[compression]
  const bytesPerSample = Math.ceil(bitDepth / 8)
  const fits = bytesPerSample === 1 || bytesPerSample === 2 || bytesPerSample === 3 || bytesPerSample === 4
  const isFloat = known?.encoding === 'float'
  if (!known || !fits || (isFloat && bytesPerSample !== 4) || (known.encoding === 'unsigned' && bytesPerSample !== 1)) {
    throw new UnusableMedia(
      'unsupported_format',
      `AIFF with ${bitDepth}-bit samples in the encoding "${compression}" is not supported.`,
    )
  }
  return { channels, bytesPerSample, ...known }
}

function codecOf({ encoding, bytesPerSample, endian }: PackedLayout): string {
  const letter = encoding === 'float' ? 'f' : encoding === 'unsigned' ? 'u' : 's'
  const suffix = bytesPerSample === 1 ? '' : endian === 'big' ? 'be' : 'le'
  return `pcm_${letter}${bytesPerSample * 8}${suffix}`
}

/** Reads the header of an AIFF or AIFF-C. Throws `UnusableMedia` for what cannot be decoded. */
export function readAiffHeader(source: ByteSource): PcmHeader {
  const { common, soundPosition, soundBytes } = findChunks(source)
  if (common.length < 18) throw new UnusableMedia('corrupt', 'The COMM chunk of the AIFF file is too short.')
  const view = new DataView(common.buffer, common.byteOffset, common.byteLength)
  const channels = view.getUint16(0)
  const frames = view.getUint32(2)
  const bitDepth = view.getUint16(6)
  const sampleRate = Math.round(readExtended(view, 8))
  const isCompressed = ascii(readBytes(source, 8, 4), 0, 4) === 'AIFC'
  if (channels === 0 || bitDepth === 0 || !(sampleRate > 0)) {
    throw new UnusableMedia(
      'corrupt',
      `The header is invalid: ${channels} channels with ${bitDepth} bits at ${sampleRate} Hz.`,
    )
  }
  if (channels > maxChannels || sampleRate > maxSampleRate) {
    throw new UnusableMedia(
      'unsupported_format',
      `Audio with ${channels} channels at ${sampleRate} Hz is not supported.`,
    )
  }
  const layout = layoutOf(isCompressed ? ascii(common, 18, 22) : 'NONE', channels, bitDepth)
  const needed = frames * channels * layout.bytesPerSample
  const available = Math.min(soundBytes, source.size - soundPosition)
  if (needed > available) {
    const announced = `The header declares ${needed} bytes of audio`
    throw new UnusableMedia('truncated', `${announced}, but the file contains only ${Math.max(0, available)}.`)
  }
  // Both sizes are written when the recording stops. Programs pad the samples by less than this.
  const follow = frames === 0 ? source.size - soundPosition : available
  if (follow - needed > longestPadding) throw unfinished(needed, follow)
  return {
    format: {
      container: 'aiff',
      codec: codecOf(layout),
      sampleRate,
      channels,
      bitDepth,
      floatSamples: layout.encoding === 'float',
    },
    layout,
    position: soundPosition,
    frames,
    // Chunks after the audio are ordinary in AIFF; no store objects to them.
    trailingBytes: 0,
    wavExtensible: false,
  }
}
