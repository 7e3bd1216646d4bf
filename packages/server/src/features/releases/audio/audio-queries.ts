import type { Tenant } from '../../../platform/database/sql.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import { isReplaced } from '../status/place-queries.ts'
import type { OutletEvent } from './find-playable.ts'
import type { ReplacedTrack } from './replaced-tracks.ts'

/** The history with outlets, oldest first, and calls whose result is not known yet. */
export const findOutletEvents = (sql: Tenant, releaseId: string): Promise<OutletEvent[]> =>
  sql.readRows(
    `select e.type, e.at, e."outletId", e.revision, r.available_at as "availableAt"
     from (
       select type, at, data ->> 'outletId' as "outletId", (data ->> 'revision')::int as revision, sequence
       from release_events
       where account_id = $1 and release_id = $2 and data ? 'revision'
         and type in ('delivery.sent', 'delivery.acknowledged', 'delivery.live', 'delivery.refused', 'delivery.failed',
                      'delivery.taken_down')
       union all
       select 'delivery.sent', updated_at, outlet_id, revision, 2147483647
       from deliveries
       where account_id = $1 and release_id = $2 and offered_round is not null) e
     left join release_revisions r on r.account_id = $1 and r.release_id = $2 and r.revision = e.revision
     order by e.sequence`,
    [releaseId],
  )

export interface OtherUse {
  readonly trackId: string
  readonly releaseId: string
  readonly releaseTitle: string
  /** The code that the new audio already has; null if it is the old recording that another release has. */
  readonly isrc: string | null
}

/**
 * What forbids a replacement: delivered releases, except these, with the recording as it was, and new audio that was
 * delivered under another ISRC. Delivered revisions are read, because tracks can be removed from a release. Releases that
 * gave their codes to a replacement do not count.
 */
export const findOtherUses = (
  sql: Tenant,
  releaseIds: readonly string[],
  tracks: readonly ReplacedTrack[],
): Promise<OtherUse[]> =>
  sql.readRows(
    `with given as (
       select g.track_id, g.isrc, old.pcm_sha256 as old_pcm, new.pcm_sha256 as new_pcm
       from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as g (track_id, isrc, old_upload, new_upload)
       left join published_uploads old on old.account_id = $1 and old.id = g.old_upload
       left join published_uploads new on new.account_id = $1 and new.id = g.new_upload
       where old.pcm_sha256 is distinct from new.pcm_sha256),
     delivered as (
       select r.id, upper(regexp_replace(t ->> 'isrc', '[^A-Za-z0-9]', '', 'g')) as isrc, u.pcm_sha256
       from releases r
       join release_revisions v on v.account_id = $1 and v.release_id = r.id
       cross join lateral jsonb_array_elements(v.tracks) t
       left join published_uploads u on u.account_id = $1 and u.id = t ->> 'uploadId'
       where r.account_id = $1 and r.id <> all($2) and r.first_delivered_at is not null
         and not ${isReplaced('r.id')}
       union all
       select release_id, isrc, pcm_sha256 from recordings where account_id = $1 and release_id <> all($2)),
     uses as (
       select g.track_id, d.id as release_id, null::text as isrc
       from given g join delivered d on d.isrc = g.isrc or d.pcm_sha256 = g.old_pcm
       union all
       select g.track_id, k.release_id, k.isrc
       from given g
       join recordings k on k.account_id = $1 and k.pcm_sha256 = g.new_pcm and k.isrc <> g.isrc
       where not (k.release_id = any($2) and k.isrc in (select isrc from given where isrc is not null)))
     select distinct on (u.track_id) u.track_id as "trackId", u.release_id as "releaseId", r.title as "releaseTitle", u.isrc
     from uses u join releases r on r.account_id = $1 and r.id = u.release_id
     order by u.track_id, u.isrc nulls first, u.release_id`,
    [
      [...releaseIds],
      tracks.map(({ trackId }) => trackId),
      tracks.map(({ isrc }) => isrc),
      tracks.map(({ before }) => before),
      tracks.map(({ after }) => after),
    ],
  )

/** Why audio was replaced after the last approved revision, oldest first; without what was discarded. */
export const findAudioChangeReasons = async (
  sql: Tenant,
  { id, approvedRevision }: Pick<ReleaseRecord, 'id' | 'approvedRevision'>,
): Promise<string[]> => {
  const rows = await sql.readRows<{ reason: string }>(
    `select reason ->> 'message' as reason
     from release_events
     where account_id = $1 and release_id = $2 and type = 'release.audio_replaced' and revision > $3
       and sequence > coalesce((select max(sequence) from release_events
                                where account_id = $1 and release_id = $2 and type = 'release.changes_discarded'), 0)
     order by sequence limit 100`,
    [id, approvedRevision ?? 0],
  )
  return rows.map(({ reason }) => reason)
}
