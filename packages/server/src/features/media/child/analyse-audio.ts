import { openAudio } from '../formats/open-audio.ts'
import { createMeasurement } from '../measurement/measure.ts'
import { type MediaReport, UnusableMedia } from '../report.ts'
import type { ByteSource } from './byte-source.ts'

/** Decodes the whole file and measures it. Throws `UnusableMedia` when the bytes are no usable audio. */
export const analyseAudio = async (source: ByteSource): Promise<MediaReport> => {
  const file = await openAudio(source)
  const measurement = createMeasurement(file.format)
  const end = await file.decode(measurement)
  const { technical, facts } = measurement.result()
  if (technical.sampleCount === 0) throw new UnusableMedia('corrupt', 'The file contains no audio samples.')
  return { outcome: 'audio', technical, facts: { ...facts, ...end } }
}
