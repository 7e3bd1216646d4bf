import type { KnownRecording } from '@spindle/contract/rules'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'

/**
 * How many undelivered uploads of one audio are searched for an ISRC, and how many tracks of each: equal ones are
 * almost always in the same state, and a check must not read a whole account.
 */
const maxUploads = 20
const maxTracks = 5

/**
 * The ISRC of each audio that has one in the account: the one it was first delivered under, otherwise one that another
 * release has, submitted releases before drafts.
 */
export const findKnownRecordings = (
  sql: Tenant,
  releaseId: string,
  digests: readonly string[],
): Promise<KnownRecording[]> =>
  sql.readRows(
    `select own.pcm as "pcmSha256", k.isrc, k.title, r.id as "releaseId", r.title as "releaseTitle"
     from (select distinct pcm from unnest($3::text[]) as own (pcm)) own
     cross join lateral (
       select * from (
         (select 0 as place, isrc, title, release_id, '' as track_id from recordings
          where account_id = $1 and pcm_sha256 = own.pcm limit 1)
         union all
         (select case when r.status = 'draft' then 2 else 1 end, t.isrc, t.title, t.release_id, t.id
          from (select u.id from published_uploads u where u.account_id = $1 and u.pcm_sha256 = own.pcm
                order by u.id limit ${maxUploads}) u
          cross join lateral (
            select t.isrc, t.title, t.release_id, t.id from tracks t
            where t.account_id = $1 and t.upload_id = u.id and t.isrc > '' and t.release_id <> $2
              and not exists (select from recordings k
                              where k.account_id = $1 and k.isrc = t.isrc and k.pcm_sha256 <> own.pcm)
            order by t.isrc limit ${maxTracks}) t
          cross join lateral (select status from releases r where r.account_id = $1 and r.id = t.release_id limit 1) r)
       ) found
       order by place, track_id limit 1) k
     cross join lateral (select id, title from releases r where r.account_id = $1 and r.id = k.release_id limit 1) r
     order by own.pcm`,
    [releaseId, [...digests]],
  )

/** Remembers the ISRC of each audio of a delivered release. The first one stays, whatever is entered later. */
export async function keepRecordings(trx: TenantTransaction, releaseId: string): Promise<void> {
  await trx.execute(
    `insert into recordings (account_id, pcm_sha256, isrc, title, release_id)
     select $1, u.pcm_sha256, t.isrc, t.title, t.release_id
     from tracks t
     join published_uploads u on u.account_id = $1 and u.id = t.upload_id
     where t.account_id = $1 and t.release_id = $2 and t.isrc is not null and u.pcm_sha256 is not null
     order by u.pcm_sha256, t.position
     on conflict do nothing`,
    [releaseId],
  )
}

/** Frees the ISRCs of replaced audio; the new audio is written with the other recordings of the release. */
export async function forgetRecordings(
  trx: TenantTransaction,
  releaseId: string,
  isrcs: readonly string[],
): Promise<void> {
  await trx.execute('delete from recordings where account_id = $1 and release_id = $2 and isrc = any($3)', [
    releaseId,
    [...isrcs],
  ])
}
