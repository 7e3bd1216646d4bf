// Entry of the child process for audio. It has no path, no environment and no database: one open file and one pipe.
import { openAudio } from '../formats/open-audio.ts'
import { createMeasurement } from '../measurement/measure.ts'
import { type MediaReport, UnusableMedia } from '../report.ts'
import { openByteSource } from './byte-source.ts'
import { handOver } from './hand-over.ts'

const analyse = async (): Promise<MediaReport> => {
  const file = await openAudio(openByteSource(0))
  const measurement = createMeasurement(file.format)
  const end = await file.decode(measurement)
  const { technical, facts } = measurement.result()
  if (technical.sampleCount === 0) throw new UnusableMedia('corrupt', 'The file contains no audio samples.')
  return { outcome: 'audio', technical, facts: { ...facts, ...end } }
}

await handOver(analyse)
