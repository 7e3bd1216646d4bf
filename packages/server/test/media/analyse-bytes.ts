import { bytesInMemory, UnusableMedia } from '@spindle/contract/audio-headers'
import { analyseAudio } from '../../src/features/media/child/analyse-audio.ts'
import type { MediaReport } from '../../src/features/media/report.ts'

type Audio = Extract<MediaReport, { outcome: 'audio' }>

/** The analysis without a child process: the same code, run in this one. */
export async function analyseBytes(bytes: Uint8Array): Promise<MediaReport> {
  try {
    return await analyseAudio(bytesInMemory(bytes))
  } catch (error) {
    if (error instanceof UnusableMedia) return { outcome: 'unusable', code: error.code, detail: error.message }
    throw error
  }
}

export async function measureBytes(bytes: Uint8Array): Promise<Audio> {
  const report = await analyseBytes(bytes)
  if (report.outcome !== 'audio') throw new Error(`The bytes are no usable audio: ${JSON.stringify(report)}`)
  return report
}
