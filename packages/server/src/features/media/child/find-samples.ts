import { type ByteSource, readAiffHeader } from '@spindle/contract/audio-headers'

/** Where the samples of an AIFF are, as JSON. */
export function findSamples(source: ByteSource): Buffer {
  const { layout, position, frames, format } = readAiffHeader(source)
  return Buffer.from(JSON.stringify({ ...layout, position, frames, sampleRate: format.sampleRate }))
}
