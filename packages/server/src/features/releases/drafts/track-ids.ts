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
