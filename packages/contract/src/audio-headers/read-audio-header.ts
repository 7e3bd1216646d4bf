import { readAiffHeader } from './aiff-header.ts'
import type { AudioHeader } from './audio-header.ts'
import type { ByteSource } from './byte-source.ts'
import { readFlacHeader } from './flac-header.ts'
import { locateAudio } from './locate-audio.ts'
import type { PcmHeader } from './pcm-format.ts'
import { readWavHeader } from './wav-header.ts'

/** Everything a rule may use of an audio file without decoding it. Throws `UnusableMedia` with the reason. */
export function readAudioHeader(source: ByteSource): AudioHeader & { readonly container: string } {
  const located = locateAudio(source)
  switch (located.container) {
    case 'wav':
      return describePcm(readWavHeader(source))
    case 'aiff':
      return describePcm(readAiffHeader(source))
    case 'flac': {
      const { sampleRate, channels, bitDepth, totalFrames } = readFlacHeader(source, located.start).info
      const durationMs = totalFrames === 0 ? undefined : toMilliseconds(totalFrames, sampleRate)
      return { container: 'flac', codec: 'flac', sampleRate, channels, bitDepth, floatSamples: false, durationMs }
    }
    // The decoder finds the duration: encoders add silence, and hide it again.
    case 'mp3': {
      const { sampleRate, channels } = located.mp3.first
      return { container: 'mp3', codec: 'mp3', sampleRate, channels, bitDepth: null, floatSamples: true }
    }
  }
}

const toMilliseconds = (frames: number, sampleRate: number): number => Math.round((frames * 1000) / sampleRate)

const describePcm = ({ format, frames, trailingBytes, wavExtensible }: PcmHeader) => ({
  ...format,
  durationMs: toMilliseconds(frames, format.sampleRate),
  trailingBytes,
  wavExtensible,
})
