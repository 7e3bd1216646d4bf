import { encodeFlac, encodeWav, synthesise } from '../../../server/src/cli/synthesis/index.ts'

/** Small masters with tags, written byte by byte as the formats say. */

/** Vorbis comments (RFC 9639 section 8.6) after the first block of a FLAC. */
export function taggedFlac(tags: Readonly<Record<string, string | readonly string[]>>, seconds = 1): Buffer {
  const flac = Buffer.from(encodeOnce(seconds))
  const comments = Object.entries(tags).flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`))
  const block = Buffer.concat([lengthAndText('test'), uint32(comments.length), ...comments.map(lengthAndText)])
  const streamInfoEnd = 4 + 4 + flac.readUIntBE(5, 3)
  const isLast = ((flac[4] ?? 0) & 0x80) !== 0
  const header = Buffer.alloc(4)
  header.writeUInt8(isLast ? 0x84 : 0x04, 0)
  header.writeUIntBE(block.length, 1, 3)
  flac.writeUInt8((flac[4] ?? 0) & 0x7f, 4)
  return Buffer.concat([flac.subarray(0, streamInfoEnd), header, block, flac.subarray(streamInfoEnd)])
}

const encoded = new Map<number, Uint8Array>()

/** The same audio of so many seconds, which takes longer to make than its tags. */
function encodeOnce(seconds: number): Uint8Array {
  const known = encoded.get(seconds) ?? encodeFlac(synthesise({ seconds, seed: 1, sampleRate: 44_100 }))
  encoded.set(seconds, known)
  return known
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const lengthAndText = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8')
  return Buffer.concat([uint32(bytes.length), bytes])
}

export interface WavOptions {
  readonly seconds?: number
  readonly sampleRate?: number
  readonly channels?: 1 | 2
  readonly seed?: number
}

/** A WAV of any rate; mono is the first channel of it. */
export function wav({ seconds = 5, sampleRate = 44_100, channels = 2, seed = 1 }: WavOptions = {}): Buffer {
  const audio = synthesise({ seconds, seed, sampleRate })
  return Buffer.from(encodeWav(channels === 2 ? audio : { ...audio, channels: audio.channels.slice(0, 1) }))
}
