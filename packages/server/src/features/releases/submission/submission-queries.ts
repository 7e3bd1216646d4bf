import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'

/** What a submission writes besides the release: the frozen revision, and which tracks outlets now have. */

export async function insertRevision(
  trx: TenantTransaction,
  releaseId: string,
  frozen: {
    readonly revision: number
    readonly document: string
    readonly tracks: string
    readonly coverUploadId: string | null
    readonly availableAt: string | null
    readonly sha256: Buffer
    readonly documentBytes: number
  },
): Promise<void> {
  await trx.execute(
    `insert into release_revisions (account_id, release_id, revision, document, tracks, cover_upload_id, available_at, sha256,
                                    document_bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, release_id, revision) do update
       set document = excluded.document, tracks = excluded.tracks, sha256 = excluded.sha256,
           document_bytes = excluded.document_bytes`,
    [
      releaseId,
      frozen.revision,
      frozen.document,
      frozen.tracks,
      frozen.coverUploadId,
      frozen.availableAt,
      frozen.sha256,
      frozen.documentBytes,
    ],
  )
}

export async function markDelivered(trx: TenantTransaction, releaseId: string): Promise<void> {
  await trx.execute('update tracks set delivered = true where account_id = $1 and release_id = $2 and not delivered', [
    releaseId,
  ])
}

/** The same of single tracks, which return with their codes. */
export async function markTracksDelivered(trx: TenantTransaction, trackIds: readonly string[]): Promise<void> {
  await trx.execute('update tracks set delivered = true where account_id = $1 and id = any($2)', [trackIds])
}

/** Waits for other submissions of the account; the lock ends with the transaction. */
export async function lockSubmissions(trx: TenantTransaction): Promise<void> {
  await trx.row(`select pg_advisory_xact_lock(hashtextextended('submissions ' || $1, 20))`)
}

/** A release that the operator took down. */
export interface HeldRelease {
  readonly id: `rel_${string}`
  readonly title: string
}

/**
 * Other releases of the account that the operator took down and that have a recording of this one: the same audio or
 * the same ISRC. The one that it replaces counts too. With `undelivered` only tracks count that none of this release's
 * outlets has yet, or whose audio is `replaced`.
 */
export async function findHeldReleases(
  sql: Tenant,
  releaseId: string,
  {
    undelivered,
    replaced = [],
    replacedId,
  }: {
    readonly undelivered: boolean
    readonly replaced?: readonly string[]
    readonly replacedId?: string | undefined
  },
): Promise<HeldRelease[]> {
  return await sql.readRows(
    `with held as (
       select distinct d.release_id, t ->> 'uploadId' as upload_id, t ->> 'isrc' as isrc
       from deliveries d
       join release_revisions r on r.account_id = $1 and r.release_id = d.release_id and r.revision = d.revision
       cross join lateral jsonb_array_elements(r.tracks) t
       where d.account_id = $1 and d.is_held and d.release_id <> $2)
     select distinct held.release_id as id, named.title
     from held
     join releases named on named.account_id = $1 and named.id = held.release_id
     left join published_uploads old on old.account_id = $1 and old.id = held.upload_id
     join tracks t on t.account_id = $1 and t.release_id = $2 and not (t.delivered and $3 and t.id <> all($4))
     left join published_uploads own on own.account_id = $1 and own.id = t.upload_id
     where held.release_id = $5 or t.isrc = held.isrc or t.upload_id = held.upload_id or own.pcm_sha256 = old.pcm_sha256
     order by id limit 100`,
    [releaseId, undelivered, [...replaced], replacedId ?? null],
  )
}
