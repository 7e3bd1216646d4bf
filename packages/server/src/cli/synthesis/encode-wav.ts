/** Samples as signed integers of `bitDepth` bits, one array per channel, all of one length. */
export interface PcmAudio {
  readonly sampleRate: number
  readonly bitDepth: number
  readonly channels: readonly Int32Array[]
}

export const framesOf = ({ channels }: PcmAudio): number => channels[0]?.length ?? 0

/** Interleaved little-endian samples, in whole bytes; 8 bits are unsigned when `unsigned8` is set (as WAV wants them). */
export function packSamples(audio: PcmAudio, unsigned8 = false): Uint8Array {
  const width = Math.ceil(audio.bitDepth / 8)
  const stride = width * audio.channels.length
  const bytes = new Uint8Array(framesOf(audio) * stride)
  const bias = unsigned8 && width === 1 ? 128 : 0
  for (const [channel, samples] of audio.channels.entries()) {
    for (let i = 0, p = channel * width; i < samples.length; i++, p += stride) {
      const sample = (samples[i] ?? 0) + bias
      for (let byte = 0; byte < width; byte++) bytes[p + byte] = sample >> (8 * byte)
    }
  }
  return bytes
}

/** A plain WAV file: format code 1, one fmt and one data chunk. */
export function encodeWav(audio: PcmAudio): Uint8Array {
  const data = packSamples(audio, true)
  const padded = data.length + (data.length % 2)
  const bytes = new Uint8Array(44 + padded)
  const view = new DataView(bytes.buffer)
  const blockBytes = audio.channels.length * Math.ceil(audio.bitDepth / 8)
  const text = new TextEncoder()
  bytes.set(text.encode('RIFF'), 0)
  view.setUint32(4, 36 + padded, true)
  bytes.set(text.encode('WAVEfmt '), 8)
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, audio.channels.length, true)
  view.setUint32(24, audio.sampleRate, true)
  view.setUint32(28, audio.sampleRate * blockBytes, true)
  view.setUint16(32, blockBytes, true)
  view.setUint16(34, audio.bitDepth, true)
  bytes.set(text.encode('data'), 36)
  view.setUint32(40, data.length, true)
  bytes.set(data, 44)
  return bytes
}
