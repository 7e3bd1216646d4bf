import type { Tenant } from '../../../platform/database/sql.ts'
import { type Content, contentDocument } from '../content/write-draft.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import { findReplacedTracks } from './check-replacement.ts'

/**
 * The event that says why a release has other audio under ISRCs of the release it replaces. Undefined without a reason, and
 * without such tracks.
 */
export async function findReplacedAudio(
  sql: Tenant,
  { id, firstDeliveredAt }: Pick<ReleaseRecord, 'id' | 'firstDeliveredAt'>,
  content: Content,
  reason: string | null | undefined,
) {
  const { replaces, tracks } = contentDocument(content)
  if (replaces === undefined || firstDeliveredAt !== null || (reason ?? '').trim() === '') return undefined
  const replaced = await findReplacedTracks(sql, { releaseId: id, replacedId: replaces, tracks })
  if (replaced.length === 0) return undefined
  const named = replaced.map(({ trackId, isrc, before, after }) => ({ trackId, isrc, before, after }))
  return { type: 'release.audio_replaced' as const, reason: reason ?? '', data: { tracks: named } }
}
