import type { TenantTransaction } from '../../../platform/database/sql.ts'

/** What a submission writes beside the release: the frozen revision, and which tracks outlets now know. */

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

/** Waits for other submissions of the account; the lock ends with the transaction. */
export async function lockSubmissions(trx: TenantTransaction): Promise<void> {
  await trx.row(`select pg_advisory_xact_lock(hashtextextended('submissions ' || $1, 20))`)
}
