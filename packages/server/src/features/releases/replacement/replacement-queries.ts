import type { ReleasePlace } from '@spindle/contract/rules'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import { placeOf } from '../status/place-queries.ts'

/**
 * The table `replacements` has a row for each submitted release that replaces another one. The row is what takes the UPC and
 * the ISRCs: it is written by the submission, and deleted if the replacement returns to its account undelivered.
 */

export interface ReplacedRow {
  readonly releaseId: string
  readonly title: string
  readonly place: ReleasePlace
  readonly replacedBy: { readonly releaseId: string; readonly title: string; readonly isDelivered: boolean } | null
}

/** The release that `releaseId` wants to replace; `replacedBy` is another replacement. */
export const findReplaced = (sql: Tenant, releaseId: string, replacedId: string): Promise<ReplacedRow | undefined> =>
  sql.readRow(
    `select r.id as "releaseId", r.title, ${placeOf('r')} as place,
            case when n.id is not null
              then json_build_object('releaseId', n.id, 'title', n.title, 'isDelivered', n.first_delivered_at is not null)
            end as "replacedBy"
     from releases r
     left join replacements p on p.account_id = $1 and p.replaced_id = r.id and p.release_id <> $2
     left join releases n on n.account_id = $1 and n.id = p.release_id
     where r.account_id = $1 and r.id = $3 and r.deleted_at is null`,
    [releaseId, replacedId],
  )

export interface OtherAudioRow {
  readonly trackId: string
  /** The upload that the replaced release had for this ISRC. */
  readonly before: string
  /** False for another upload with the same samples, and before the analysis. */
  readonly isOther: boolean
  readonly hasReason: boolean
}

export interface GivenTrack {
  readonly trackId: string
  /** Normal form. */
  readonly isrc: string
  readonly uploadId: string
}

/**
 * Tracks with an ISRC of the replaced release and another upload. Its newest approved revision with the ISRC counts: stores
 * never got the audio of a change that was not approved.
 */
export const findOtherAudio = (
  sql: Tenant,
  { releaseId, replacedId }: { readonly releaseId: string; readonly replacedId: string },
  tracks: readonly GivenTrack[],
): Promise<OtherAudioRow[]> =>
  sql.readRows(
    `with given as (
       select * from unnest($4::text[], $5::text[], $6::text[]) as g (track_id, isrc, upload_id)),
     old as (
       select distinct on (g.track_id) g.*, t ->> 'uploadId' as before
       from releases r
       join release_revisions v on v.account_id = $1 and v.release_id = r.id and v.revision <= r.approved_revision
       cross join lateral jsonb_array_elements(v.tracks) t
       join given g on g.isrc = upper(regexp_replace(t ->> 'isrc', '[^A-Za-z0-9]', '', 'g'))
       where r.account_id = $1 and r.id = $3
       order by g.track_id, v.revision desc)
     select old.track_id as "trackId", old.before,
            young.pcm_sha256 is not null and earlier.pcm_sha256 is distinct from young.pcm_sha256 as "isOther",
            exists (select from release_events e
                    where e.account_id = $1 and e.release_id = $2 and e.type = 'release.audio_replaced'
                      and e.data -> 'tracks' @> jsonb_build_array(
                        jsonb_build_object('trackId', old.track_id, 'after', old.upload_id))) as "hasReason"
     from old
     left join published_uploads earlier on earlier.account_id = $1 and earlier.id = old.before
     left join published_uploads young on young.account_id = $1 and young.id = old.upload_id
     where old.before <> old.upload_id`,
    [
      releaseId,
      replacedId,
      tracks.map(({ trackId }) => trackId),
      tracks.map(({ isrc }) => isrc),
      tracks.map(({ uploadId }) => uploadId),
    ],
  )

/** Before the lock of submissions, like a submission of that release, so that neither waits for the other in a circle. */
export async function lockReplaced(trx: TenantTransaction, replacedId: string): Promise<void> {
  await trx.execute('select from releases where account_id = $1 and id = $2 for update', [replacedId])
}

/** The replaced release is written too: its version, and with it the ETag, rises. */
export async function insertReplacement(
  trx: TenantTransaction,
  { releaseId, replacedId }: { readonly releaseId: string; readonly replacedId: string },
): Promise<void> {
  await trx.execute(
    `with taken as (insert into replacements (account_id, replaced_id, release_id) values ($1, $3, $2))
     update releases set updated_at = now() where account_id = $1 and id = $3`,
    [releaseId, replacedId],
  )
}

/** Gives the codes back; nothing if the release replaces none. */
export async function deleteReplacement(trx: TenantTransaction, releaseId: string): Promise<void> {
  await trx.execute(
    `with given_back as (delete from replacements where account_id = $1 and release_id = $2 returning replaced_id)
     update releases r set updated_at = now() from given_back g where r.account_id = $1 and r.id = g.replaced_id`,
    [releaseId],
  )
}

export const findReplacement = (
  sql: Tenant,
  replacedId: string,
): Promise<{ readonly releaseId: string; readonly title: string; readonly isDelivered: boolean } | undefined> =>
  sql.readRow(
    `select n.id as "releaseId", n.title, n.first_delivered_at is not null as "isDelivered"
     from replacements p join releases n on n.account_id = $1 and n.id = p.release_id
     where p.account_id = $1 and p.replaced_id = $2`,
    [replacedId],
  )

/** The recordings of these ISRCs are now those of the replacement; `changed` ones have other audio and are written anew. */
export async function takeOverRecordings(
  trx: TenantTransaction,
  { releaseId, replacedId }: { readonly releaseId: string; readonly replacedId: string },
  changed: readonly string[],
): Promise<void> {
  await trx.execute(
    `with gone as (delete from recordings where account_id = $1 and release_id = $3 and isrc = any($4))
     update recordings set release_id = $2
     where account_id = $1 and release_id = $3 and isrc <> all($4)
       and isrc in (select isrc from tracks where account_id = $1 and release_id = $2 and isrc is not null)`,
    [releaseId, replacedId, [...changed]],
  )
}
