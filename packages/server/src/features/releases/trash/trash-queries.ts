import type { TrashedRelease } from '@spindle/contract'
import { isoInstant } from '../../../platform/database/iso-instant.ts'
import type { Database, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Actor } from '../model/actor.ts'
import type { PlacedTrack, ReleaseMembers } from '../model/release-document.ts'

/**
 * Drafts in the trash. The row in `releases` stays as that of a deleted release and has nothing of the draft, so every
 * statement that leaves out deleted releases leaves out the trash. Content and uploads are in tables of their own.
 */

export interface Deletion {
  readonly actor: Actor
  readonly deletedAt: Date
  readonly expiresAt: Date
}

/** The id stays and is never used again; tracks, words of the search and codes leave their tables. */
export async function moveToTrash(
  trx: TenantTransaction,
  releaseId: string,
  { actor, deletedAt, expiresAt }: Deletion,
): Promise<void> {
  await trx.execute(
    `with trashed as (
       insert into trashed_releases (account_id, release_id, type, title, display_artist, upc, external_id, track_count,
                                     document, tracks, document_bytes, deleted_by, deleted_at, expires_at)
       select r.account_id, r.id, r.type, r.title, r.display_artist, r.upc, r.external_id, r.track_count, r.document,
              (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'position', t.position, 'disc', t.disc,
                        'number', t.number, 'document', t.document) order by t.position), '[]')
               from tracks t where t.account_id = $1 and t.release_id = $2),
              r.document_bytes, $3::jsonb, $4::timestamptz(3), $5::timestamptz(3)
       from releases r where r.account_id = $1 and r.id = $2),
          kept as (
       insert into trashed_uploads (account_id, release_id, upload_id)
       select $1, $2, upload_id from tracks where account_id = $1 and release_id = $2 and upload_id is not null
       union
       select $1, $2, cover_upload_id from releases where account_id = $1 and id = $2 and cover_upload_id is not null),
          gone as (delete from tracks where account_id = $1 and release_id = $2),
          words as (delete from release_search where owner_id = $1 and release_id = $2),
          named as (delete from release_parties where account_id = $1 and release_id = $2),
          credited as (delete from release_names where account_id = $1 and release_id = $2)
     update releases
     set deleted_at = $4::timestamptz(3), title = '', display_artist = null, label = null, upc = null, gtin14 = null,
         external_id = null, cover_upload_id = null, document = '{}', findings = '[]', track_count = 0,
         duration_ms = null, track_list = '[]', document_bytes = 0, planned_takedown = null, planned_takedown_at = null
     where account_id = $1 and id = $2`,
    [releaseId, JSON.stringify(actor), deletedAt, expiresAt],
  )
}

/** A draft as it was when it was deleted. */
export interface TrashedContent {
  readonly document: ReleaseMembers
  readonly tracks: readonly PlacedTrack[]
}

export const findTrashed = (sql: Tenant, releaseId: string): Promise<TrashedContent | undefined> =>
  sql.readRow('select document, tracks from trashed_releases where account_id = $1 and release_id = $2', [releaseId])

/** The release is in no trash and not deleted any more, and still empty: the caller writes its content. */
export async function takeFromTrash(trx: TenantTransaction, releaseId: string): Promise<TrashedContent | undefined> {
  const content = await trx.row<TrashedContent>(
    'delete from trashed_releases where account_id = $1 and release_id = $2 returning document, tracks',
    [releaseId],
  )
  if (content) await trx.execute('update releases set deleted_at = null where account_id = $1 and id = $2', [releaseId])
  return content
}

/** What the next event of a deleted release continues. */
export interface DeletedHead {
  readonly revision: number
  readonly lastEventSha256: Buffer | null
}

/** Every change of a release locks its row first. Undefined if the release is not deleted. */
export const lockDeleted = (trx: TenantTransaction, releaseId: string): Promise<DeletedHead | undefined> =>
  trx.row(
    `select revision, last_event_sha256 as "lastEventSha256" from releases
     where account_id = $1 and id = $2 and deleted_at is not null for update`,
    [releaseId],
  )

/** Also deletes what was submitted of the draft. False if it is not in the trash, or with a date not expired then. */
export async function deleteTrashed(
  trx: TenantTransaction,
  releaseId: string,
  expiredAt: Date | null,
): Promise<boolean> {
  const deleted = await trx.execute(
    `delete from trashed_releases
     where account_id = $1 and release_id = $2 and ($3::timestamptz is null or expires_at <= $3)`,
    [releaseId, expiredAt],
  )
  if (deleted === 0) return false
  await trx.execute('delete from release_revisions where account_id = $1 and release_id = $2', [releaseId])
  return true
}

export async function saveDeletedHead(trx: TenantTransaction, releaseId: string, head: Buffer | null): Promise<void> {
  await trx.execute('update releases set last_event_sha256 = $3 where account_id = $1 and id = $2', [releaseId, head])
}

export interface TrashPosition {
  readonly deletedAt: string
  readonly releaseId: string
}

/** One row more than fits on the page; the last deleted first. */
export const findTrashPage = (
  sql: Tenant,
  { limit, after }: { readonly limit: number; readonly after: TrashPosition | undefined },
): Promise<TrashedRelease[]> =>
  sql.readRows(
    `select release_id as id, type, title, display_artist as "displayArtist", upc, external_id as "externalId",
            track_count as "trackCount", ${isoInstant('deleted_at')} as "deletedAt",
            ${isoInstant('expires_at')} as "expiresAt", deleted_by as "deletedBy"
     from trashed_releases
     where account_id = $1 and ($2::timestamptz is null or (deleted_at, release_id) < ($2, $3))
     order by deleted_at desc, release_id desc limit $4::int + 1`,
    [after?.deletedAt ?? null, after?.releaseId ?? null, limit],
  )

export const countTrash = async (sql: Tenant): Promise<number> =>
  (await sql.readRow<{ count: number }>('select count(*)::int as count from trashed_releases where account_id = $1'))
    ?.count ?? 0

export interface ExpiredRelease {
  readonly accountId: AccountId
  readonly releaseId: string
  /** As text: its place in the list must be exact. */
  readonly expiresAt: string
}

/** Of all accounts, the first expired first. */
export const findExpired = (
  database: Database,
  { now, after }: { readonly now: Date; readonly after: ExpiredRelease | undefined },
): Promise<ExpiredRelease[]> =>
  database.system.readRows(
    `select account_id as "accountId", release_id as "releaseId", expires_at::text as "expiresAt"
     from trashed_releases
     where expires_at <= $1 and ($2::timestamptz is null or (expires_at, release_id) > ($2, $3))
     order by expires_at, release_id limit 200`,
    [now, after?.expiresAt ?? null, after?.releaseId ?? null],
  )
