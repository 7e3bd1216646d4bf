import { AppError, type FieldError, type ReleaseDocument } from '@spindle/contract'
import type { ReleaseRecord } from '../model/release-record.ts'

/** A change may name tracks of its release by id, each once; throws `validation_failed`. */
export function requireTrackIds(before: ReleaseRecord, after: ReleaseDocument): void {
  const known = new Set(before.tracks.map(({ id }) => id))
  const seen = new Set<string>()
  const wrong = after.tracks.flatMap(({ id }, index): FieldError[] => {
    if (id === undefined) return []
    const pointer = `/tracks/${index}/id`
    const fix = 'Omit the id for a new track.'
    if (!known.has(id)) return [{ pointer, code: 'track_unknown', detail: `The release has no track ${id}.`, fix }]
    if (seen.has(id)) return [{ pointer, code: 'track_repeated', detail: `Track ${id} is listed twice.`, fix }]
    seen.add(id)
    return []
  })
  if (wrong.length > 0) throw new AppError('validation_failed', { errors: wrong })
}

/** Only a track that has no audio yet may be sent without any. Throws `validation_failed`. */
export function requireAudioOfTracks(before: ReleaseRecord, after: ReleaseDocument): void {
  const silent = new Set(before.tracks.filter(({ document }) => document.uploadId === undefined).map(({ id }) => id))
  const wrong = after.tracks.flatMap(({ id = '', uploadId }, index): FieldError[] =>
    uploadId !== undefined || silent.has(id)
      ? []
      : [
          {
            pointer: `/tracks/${index}/uploadId`,
            code: 'required',
            detail: '"uploadId" is required.',
            fix: 'Add this member.',
          },
        ],
  )
  if (wrong.length > 0) throw new AppError('validation_failed', { errors: wrong })
}
