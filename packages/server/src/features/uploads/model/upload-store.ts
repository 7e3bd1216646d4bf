import type { Finding, Technical, UploadKind, UploadStatus } from '@spindle/contract'
import type { Sql, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/ids.ts'

/** Rows of uploads while bytes arrive and until they are analysed. Reading for clients is in `read-store.ts`. */

export type UploadId = Id<'upl'>

export interface UploadRow {
  readonly id: UploadId
  readonly kind: UploadKind
  readonly size: number | null
  readonly receivedBytes: number
  readonly writerEpoch: number
  readonly expectedSha256: Buffer | null
  readonly status: UploadStatus
  readonly expiresAt: Date | null
  /** All bytes came and are what was announced. */
  readonly isReceived: boolean
}

const columns = `id, kind, size, received_bytes as "receivedBytes", writer_epoch as "writerEpoch",
  expected_sha256 as "expectedSha256", status, expires_at as "expiresAt",
  sha256 is not null as "isReceived"`

export interface NewUpload {
  readonly id: UploadId
  readonly kind: UploadKind
  readonly filename: string | undefined
  readonly contentType: string | undefined
  readonly size: number | undefined
  readonly expectedSha256: Buffer | undefined
  readonly expiresAt: Date
}

export const insertUpload = (trx: Tenant, upload: NewUpload): Promise<UploadRow | undefined> =>
  trx.row(
    `insert into uploads (account_id, id, kind, filename, content_type, size, expected_sha256, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [
      upload.id,
      upload.kind,
      upload.filename,
      upload.contentType,
      upload.size,
      upload.expectedSha256,
      upload.expiresAt.toISOString(),
    ],
  )

export const findUpload = (sql: Tenant, id: UploadId): Promise<UploadRow | undefined> =>
  sql.row(`select ${columns} from uploads where account_id = $1 and id = $2`, [id])

/** A new writer takes over where the last commit ended; undefined when another one was quicker. */
export const claimWriter = (
  sql: Tenant,
  id: UploadId,
  seen: { readonly offset: number; readonly epoch: number; readonly size: number | null },
): Promise<UploadRow | undefined> =>
  sql.row(
    `update uploads set writer_epoch = writer_epoch + 1, size = $5, updated_at = now()
     where account_id = $1 and id = $2 and received_bytes = $3 and writer_epoch = $4 and status = 'awaiting_data'
     returning ${columns}`,
    [id, seen.offset, seen.epoch, seen.size],
  )

export interface Advance {
  readonly id: UploadId
  readonly from: number
  readonly to: number
  readonly epoch: number
  readonly expiresAt: Date
}

/** False when the writer was fenced: a later one owns the upload. */
export const advanceOffset = async (sql: Tenant, { id, from, to, epoch, expiresAt }: Advance): Promise<boolean> =>
  (await sql.execute(
    `update uploads set received_bytes = $4, expires_at = $6, updated_at = now()
     where account_id = $1 and id = $2 and received_bytes = $3 and writer_epoch = $5 and status = 'awaiting_data'`,
    [id, from, to, epoch, expiresAt.toISOString()],
  )) === 1

/** False when it was not awaiting exactly this. */
export const markReceived = async (
  trx: TenantTransaction,
  id: UploadId,
  { sha256, expiresAt }: { readonly sha256: Buffer; readonly expiresAt: Date },
): Promise<boolean> =>
  (await trx.execute(
    `update uploads set status = 'received', sha256 = $3, expires_at = $4, updated_at = now()
     where account_id = $1 and id = $2 and status = 'awaiting_data' and received_bytes = size`,
    [id, sha256, expiresAt.toISOString()],
  )) === 1

export interface Verdict {
  readonly status: 'ready' | 'rejected'
  readonly technical: Technical | null
  readonly findings: readonly Finding[]
}

/** Bytes that can never become an upload: the row stays to say why. */
export const rejectUnfinished = async (sql: Tenant, id: UploadId, findings: readonly Finding[]): Promise<boolean> =>
  (await sql.execute(
    `update uploads set status = 'rejected', findings = $3, writer_epoch = writer_epoch + 1, updated_at = now()
     where account_id = $1 and id = $2 and status = 'awaiting_data'`,
    [id, JSON.stringify(findings)],
  )) === 1

/** The kind of an upload that is to be analysed; undefined when that has been done or the upload is gone. */
export const beginAnalysis = (sql: Tenant, id: UploadId): Promise<{ kind: UploadKind } | undefined> =>
  sql.row(
    `update uploads set status = 'analysing', updated_at = now()
     where account_id = $1 and id = $2 and status in ('received', 'analysing') returning kind`,
    [id],
  )

export const storeVerdict = async (trx: TenantTransaction, id: UploadId, verdict: Verdict): Promise<boolean> =>
  (await trx.execute(
    `update uploads set status = $3, technical = $4, findings = $5, updated_at = now()
     where account_id = $1 and id = $2 and status = 'analysing'`,
    [
      id,
      verdict.status,
      verdict.technical === null ? null : JSON.stringify(verdict.technical),
      JSON.stringify(verdict.findings),
    ],
  )) === 1

/** Holds the row until the transaction ends, so that nothing refers to the upload in the meantime. */
export const lockUpload = (trx: TenantTransaction, id: UploadId): Promise<UploadRow | undefined> =>
  trx.row(`select ${columns} from uploads where account_id = $1 and id = $2 for update`, [id])

/** The writer, wherever it runs, finds its epoch outdated. */
export const markExpired = (trx: TenantTransaction, id: UploadId, now: Date): Promise<number> =>
  trx.execute(
    `update uploads set status = 'expired', expires_at = $3, writer_epoch = writer_epoch + 1, updated_at = now()
     where account_id = $1 and id = $2`,
    [id, now.toISOString()],
  )

export const deleteUpload = (sql: Tenant, id: UploadId): Promise<number> =>
  sql.execute('delete from uploads where account_id = $1 and id = $2', [id])

export interface UploadRef {
  readonly accountId: AccountId
  readonly id: UploadId
}

const refColumns = 'account_id as "accountId", id'

/** Across accounts, because crashes do not ask whose upload they interrupt. */
export const listUnfinished = (system: Sql, before: Date): Promise<UploadRef[]> =>
  system.rows(
    `select ${refColumns} from uploads where status = 'awaiting_data' and received_bytes = size and updated_at < $1
     order by updated_at limit 100`,
    [before.toISOString()],
  )

/** Nobody needed them in time; what is in use is only known to whoever refers to it. */
export const listOverdue = (system: Sql, now: Date): Promise<UploadRef[]> =>
  system.rows(
    `select ${refColumns} from uploads where expires_at < $1 and status <> 'expired' order by expires_at limit 200`,
    [now.toISOString()],
  )

export const postpone = (sql: Tenant, id: UploadId, expiresAt: Date): Promise<number> =>
  sql.execute('update uploads set expires_at = $3 where account_id = $1 and id = $2', [id, expiresAt.toISOString()])

/** An expired row answers "gone" for a while; then the upload is as unknown as any other. */
export const deleteExpired = (system: Sql, before: Date): Promise<number> =>
  system.execute(
    `delete from uploads where (account_id, id) in
       (select account_id, id from uploads where status = 'expired' and expires_at < $1 limit 1000)`,
    [before.toISOString()],
  )

/** Of these, the uploads that have a row: `living` while their bytes may still be wanted. */
export const findUploadStates = async (
  system: Sql,
  ids: readonly string[],
): Promise<Map<string, 'living' | 'ended'>> => {
  const rows = await system.rows<{ id: string; isEnded: boolean }>(
    `select id, status = 'expired' or (status = 'rejected' and sha256 is null) as "isEnded" from uploads
     where id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, isEnded }) => [id, isEnded ? 'ended' : 'living']))
}

/** Uploads whose bytes must be there, in id order. */
export const listComplete = (system: Sql, after: string, limit: number): Promise<(UploadRef & { size: number })[]> =>
  system.rows(
    `select ${refColumns}, size from uploads
     where id > $1 and status in ('received', 'analysing', 'ready') order by id limit $2`,
    [after, limit],
  )

export const countWaitingAnalyses = async (sql: Tenant): Promise<number> =>
  (
    await sql.row<{ count: number }>(
      `select count(*)::int as count from uploads where account_id = $1 and status in ('received', 'analysing')`,
    )
  )?.count ?? 0
