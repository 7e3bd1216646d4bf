import { type ByteSource, UnusableMedia } from '@spindle/contract/audio-headers'
import { openAudio } from '../formats/open-audio.ts'
import type { PcmSink } from '../formats/pcm.ts'
import { audioMeasurement } from '../measurement/measure.ts'
import type { MediaReport } from '../report.ts'

/** Decodes the whole file and measures it. Throws `UnusableMedia` when the bytes are not usable audio. */
export async function analyseAudio(source: ByteSource): Promise<MediaReport> {
  const file = openAudio(source)
  const measurement = audioMeasurement(file.format)
  const end = await file.decode(limitSamples(measurement, file.format.channels, source.size))
  const { technical, facts } = measurement.result()
  if (technical.sampleCount === 0) throw new UnusableMedia('corrupt', 'The file contains no audio samples.')
  const bitstream = measurement.bitstream()
  if (bitstream !== undefined)
    throw new UnusableMedia('unsupported_format', `The samples are ${bitstream} and not audio: players play noise.`)
  const misread = measurement.misread()
  if (misread !== undefined) throw new UnusableMedia('corrupt', `The samples are ${misread}: players play noise.`)
  return { outcome: 'audio', technical, facts: { ...facts, ...end } }
}

/** Six minutes of stereo, whatever its size: digital silence takes next to none. */
const freeSamples = 32_000_000
/** Music has one or two samples a byte, speech in MP3 at most a hundred; more is made to cost the hub time. */
const samplesPerByte = 128

/** Decoding takes time by the sample, and a few bytes can unpack to billions. */
function limitSamples(sink: PcmSink, channels: number, fileBytes: number): PcmSink {
  let left = freeSamples + fileBytes * samplesPerByte
  const spend = (frames: number): void => {
    left -= frames * channels
    if (left < 0)
      throw new UnusableMedia('corrupt', `The file expands to more than ${samplesPerByte} samples per byte.`)
  }
  return {
    integers(planes, frames) {
      spend(frames)
      sink.integers(planes, frames)
    },
    floats(planes, frames) {
      spend(frames)
      sink.floats(planes, frames)
    },
  }
}
