import type { ImportNote } from '@spindle/contract'
import type { UploadFacts } from '../../uploads/index.ts'
import type { ReadTrack } from '../reader/reading.ts'

/** Messages have whole seconds, rounded up or down. */
const toleranceMs = 1000

const inWords = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const measuredMs = (upload: UploadFacts | undefined): number | undefined =>
  upload?.technical?.kind === 'audio' ? upload.technical.durationMs : undefined

/**
 * A note for each track whose audio has another length than the message states. Audio that is not measured yet is
 * skipped.
 */
export const compareLengths = (
  tracks: readonly Pick<ReadTrack, 'seconds'>[],
  audio: readonly (UploadFacts | undefined)[],
): Pick<ImportNote, 'code' | 'message'>[] =>
  tracks.flatMap(({ seconds }, index) => {
    const measured = measuredMs(audio[index])
    if (seconds === null || measured === undefined) return []
    const said = seconds * 1000
    if (Math.abs(said - measured) <= toleranceMs) return []
    const message = `Track ${index + 1}: the message has the length ${inWords(said)}, but the audio lasts ${inWords(measured)}. The length of the audio is used.`
    return [{ code: 'differs', message }]
  })
