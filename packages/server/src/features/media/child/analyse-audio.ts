import type { ByteSource } from '../formats/byte-source.ts'
import { openAudio } from '../formats/open-audio.ts'
import { audioMeasurement } from '../measurement/measure.ts'
import { type MediaReport, UnusableMedia } from '../report.ts'

/** Decodes the whole file and measures it. Throws `UnusableMedia` when the bytes are no usable audio. */
export async function analyseAudio(source: ByteSource): Promise<MediaReport> {
  const file = await openAudio(source)
  const measurement = audioMeasurement(file.format)
  const end = await file.decode(measurement)
  const { technical, facts } = measurement.result()
  if (technical.sampleCount === 0) throw new UnusableMedia('corrupt', 'The file contains no audio samples.')
  return { outcome: 'audio', technical, facts: { ...facts, ...end } }
}
