import type { OtherRelease, OtherTrack } from '@spindle/contract/rules'
import type { Tenant } from '../../../platform/database/sql.ts'

export interface AccountContext {
  readonly otherTracks: readonly OtherTrack[]
  readonly otherReleases: readonly OtherRelease[]
  readonly hasFreeUpc: boolean
}

/** What the rest of the account has in common with a release: ISRCs, recordings, the UPC. */
export async function findAccountContext(
  sql: Tenant,
  common: {
    readonly releaseId: string
    readonly isrcs: readonly string[]
    readonly pcmSha256s: readonly string[]
    readonly gtin14: string | null
  },
): Promise<AccountContext> {
  const row = await sql.row<AccountContext>(
    `select
       (select coalesce(json_agg(x), '[]') from (
          select t.release_id as "releaseId", r.title as "releaseTitle", t.title, t.isrc,
                 u.technical ->> 'pcmSha256' as "pcmSha256"
          from tracks t
          join releases r on r.account_id = t.account_id and r.id = t.release_id
          join published_uploads u on u.account_id = t.account_id and u.id = t.upload_id
          where t.account_id = $1 and t.release_id <> $2
            and (t.isrc = any($3) or t.upload_id = any(array(
                   select id from published_uploads where account_id = $1 and technical ->> 'pcmSha256' = any($4))))
          order by t.id limit 2000) x) as "otherTracks",
       (select coalesce(json_agg(x), '[]') from (
          select id as "releaseId", title, gtin14 from releases
          where account_id = $1 and id <> $2 and gtin14 = $5 and status <> 'draft' and deleted_at is null
          order by id limit 10) x) as "otherReleases",
       exists (select 1 from upc_pool where taken_at is null) as "hasFreeUpc"`,
    [common.releaseId, common.isrcs, common.pcmSha256s, common.gtin14],
  )
  return row ?? { otherTracks: [], otherReleases: [], hasFreeUpc: false }
}

export async function hasFreeUpc(sql: Tenant): Promise<boolean> {
  const none = { releaseId: '', isrcs: [], pcmSha256s: [], gtin14: null }
  return (await findAccountContext(sql, none)).hasFreeUpc
}

/** Releases that are still edited and refer to the upload. */
export const findReleasesToCheck = (sql: Tenant, uploadId: string): Promise<{ id: string }[]> =>
  sql.rows(
    `select id from releases r
     where account_id = $1 and deleted_at is null
       and (cover_upload_id = $2
            or exists (select 1 from tracks t where t.account_id = $1 and t.release_id = r.id and t.upload_id = $2))
     order by id`,
    [uploadId],
  )

export const isUploadReferred = async (sql: Pick<Tenant, 'row'>, uploadId: string): Promise<boolean> =>
  (await sql.row('select 1 from upload_references where account_id = $1 and upload_id = $2 limit 1', [uploadId])) !==
  undefined
