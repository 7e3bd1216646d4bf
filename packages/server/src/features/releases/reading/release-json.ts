import { isoInstant } from '../../../platform/database/iso-instant.ts'
import { jsonBoolean, jsonNumber, jsonObject, jsonPlainText, jsonValue } from '../../../platform/database/json-text.ts'
import { outStatuses } from '../model/release-record.ts'

/** The same value as `pendingRevisionOf` of a record. */
const pendingRevision = `case when r.revision > greatest(r.submitted_revision, r.restored_revision)
  and r.status in (${outStatuses.map((status) => `'${status}'`).join(', ')}) then r.revision end`

/** The members of a release `r` in lists, without its tracks, each as SQL that returns its JSON. */
export const listedMembers: Readonly<Record<string, string>> = {
  id: jsonPlainText('r.id'),
  type: jsonPlainText('r.type'),
  title: jsonValue('r.title'),
  displayArtist: jsonValue('r.display_artist'),
  label: jsonValue('r.label'),
  upc: jsonValue('r.upc'),
  status: jsonPlainText('r.status'),
  releaseDate: jsonValue('r.release_date'),
  trackCount: jsonNumber('r.track_count'),
  durationMs: jsonNumber('r.duration_ms'),
  explicit: jsonPlainText('r.explicit'),
  territories: `coalesce(r.territories::text, '{"mode":"worldwide"}')`,
  coverUploadId: jsonPlainText('r.cover_upload_id'),
  deliverySummary: jsonObject({
    total: jsonNumber('r.delivery_total'),
    live: jsonNumber('r.delivery_live'),
    scheduled: jsonNumber('r.delivery_scheduled'),
    failed: jsonNumber('r.delivery_failed'),
    pending: jsonNumber('r.delivery_pending'),
    refusedTracks: jsonNumber('r.delivery_refused_tracks'),
  }),
  validation: jsonObject({
    errors: jsonNumber('r.errors'),
    warnings: jsonNumber('r.warnings'),
    checkedAt: jsonPlainText(isoInstant('r.checked_at')),
  }),
  pendingRevision: jsonNumber(pendingRevision),
  legacy: jsonBoolean('r.legacy'),
  createdAt: jsonPlainText(isoInstant('r.created_at')),
  updatedAt: jsonPlainText(isoInstant('r.updated_at')),
}
