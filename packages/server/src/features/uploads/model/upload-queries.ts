import type { Finding, Technical, UploadKind, UploadStatus } from '@spindle/contract'
import type { BlobReceipt } from '../../../platform/blobs/blobs.ts'
import { repeatable, type Sql, type Tenant, type TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/values/ids.ts'

/** Rows of uploads while bytes arrive and until they are analysed. Reads for clients are in `read-queries.ts`. */

export type UploadId = Id<'upl'>

export interface UploadRow {
  readonly id: UploadId
  readonly kind: UploadKind
  readonly size: number | null
  readonly receivedBytes: number
  readonly writerEpoch: number
  readonly expectedSha256: Buffer | null
  /** As committed with `receivedBytes`. */
  readonly receipt: BlobReceipt
  readonly status: UploadStatus
  readonly expiresAt: Date | null
  readonly tusMetadata: string | null
  /** All bytes arrived, and match the announced digest. */
  readonly isVerified: boolean
}

const columns = `id, kind, size, received_bytes as "receivedBytes", writer_epoch as "writerEpoch",
  expected_sha256 as "expectedSha256", receipt, status, expires_at as "expiresAt", tus_metadata as "tusMetadata",
  sha256 is not null as "isVerified"`

export interface NewUpload {
  readonly id: UploadId
  readonly kind: UploadKind
  readonly filename: string | undefined
  readonly contentType: string | undefined
  readonly size: number | undefined
  readonly expectedSha256: Buffer | undefined
  readonly expiresAt: Date
  readonly tusMetadata: string | undefined
}

export const insertUpload = (trx: Tenant, upload: NewUpload): Promise<UploadRow | undefined> =>
  trx.row(
    `insert into uploads (account_id, id, kind, filename, content_type, size, expected_sha256, expires_at, tus_metadata)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
    [
      upload.id,
      upload.kind,
      upload.filename,
      upload.contentType,
      upload.size,
      upload.expectedSha256,
      upload.expiresAt.toISOString(),
      upload.tusMetadata,
    ],
  )

export const findUpload = (sql: Tenant, id: UploadId): Promise<UploadRow | undefined> =>
  sql.readRow(`select ${columns} from uploads where account_id = $1 and id = $2`, [id])

/** A new writer continues at the last commit; undefined if another one was faster. */
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
  readonly receipt: BlobReceipt
  readonly epoch: number
  readonly expiresAt: Date
}

/**
 * False if the writer was fenced: a later one owns the upload. If the row already has this writer's epoch and end, this
 * was done before.
 */
export const advanceOffset = async (
  sql: Tenant,
  { id, from, to, receipt, epoch, expiresAt }: Advance,
): Promise<boolean> =>
  (await sql.execute(
    `update uploads set received_bytes = $4, expires_at = $6, receipt = $7, updated_at = now()
     where account_id = $1 and id = $2 and received_bytes in ($3, $4) and writer_epoch = $5 and status = 'awaiting_data'`,
    [id, from, to, epoch, expiresAt.toISOString(), receiptText(receipt)],
    repeatable,
  )) === 1

const receiptText = (receipt: BlobReceipt): string | null => (receipt === null ? null : JSON.stringify(receipt))

export interface Received {
  /** Null if a job computes it. */
  readonly sha256: Buffer | null
  readonly receipt: BlobReceipt
  readonly expiresAt: Date
}

/** False if the upload was not awaiting exactly this. */
export const markReceived = async (
  trx: TenantTransaction,
  id: UploadId,
  { sha256, receipt, expiresAt }: Received,
): Promise<boolean> =>
  (await trx.execute(
    `update uploads set status = case when kind = 'report' and $3::bytea is not null then 'ready' else 'received' end,
            sha256 = $3, expires_at = $4, receipt = $5, updated_at = now()
     where account_id = $1 and id = $2 and status = 'awaiting_data' and received_bytes = size`,
    [id, sha256, expiresAt.toISOString(), receiptText(receipt)],
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

/** An upload that is to be analysed. */
export interface AnalysisRow {
  readonly kind: UploadKind
  /** Null until all its bytes were read. */
  readonly sha256: Buffer | null
  /** The announced digest. */
  readonly expectedSha256: Buffer | null
  readonly receipt: BlobReceipt
}

/** Undefined if that was done or the upload is gone. */
export const beginAnalysis = (sql: Tenant, id: UploadId): Promise<AnalysisRow | undefined> =>
  sql.row(
    `update uploads set status = 'analysing', updated_at = now()
     where account_id = $1 and id = $2 and status in ('received', 'analysing')
     returning kind, sha256, expected_sha256 as "expectedSha256", receipt`,
    [id],
  )

/** For bytes that match the announcement; others get no digest. */
export const saveDigest = (sql: Tenant, id: UploadId, sha256: Buffer): Promise<number> =>
  sql.execute(
    `update uploads set sha256 = $3, updated_at = now()
     where account_id = $1 and id = $2 and ${isUndigested} and coalesce(expected_sha256, $3) = $3`,
    [id, sha256],
  )

const isUndigested = `sha256 is null and status in ('received', 'analysing')`

/** Complete uploads whose bytes no process has read completely: of one account, or of all. */
export const listUndigested = (
  system: Sql,
  accountId: AccountId | undefined,
): Promise<(UploadRef & { readonly receipt: BlobReceipt })[]> =>
  system.readRows(
    `select ${refColumns}, receipt from uploads where ${isUndigested} and ($1::text is null or account_id = $1)
     order by account_id, id`,
    [accountId ?? null],
  )

export interface Receipts {
  /** Of the bytes that were read. */
  readonly read: BlobReceipt
  /** The receipt of the same bytes after they were stored again; undefined if they were not. */
  readonly consolidated: BlobReceipt | undefined
}

/** A receipt that was replaced since it was read is not changed. */
export const saveVerdict = async (
  trx: TenantTransaction,
  id: UploadId,
  verdict: Verdict,
  { read, consolidated = read }: Receipts,
): Promise<boolean> =>
  (await trx.execute(
    `update uploads set status = $3, technical = $4, findings = $5, updated_at = now(),
            receipt = case when receipt = $6::jsonb then $7::jsonb else receipt end
     where account_id = $1 and id = $2 and status = 'analysing'`,
    [
      id,
      verdict.status,
      verdict.technical === null ? null : JSON.stringify(verdict.technical),
      JSON.stringify(verdict.findings),
      receiptText(read),
      receiptText(consolidated),
    ],
  )) === 1

/** Locks the row until the transaction ends, so that nothing refers to the upload in the meantime. */
export const lockUpload = (trx: TenantTransaction, id: UploadId): Promise<UploadRow | undefined> =>
  trx.row(`select ${columns} from uploads where account_id = $1 and id = $2 for update`, [id])

/** Undefined also when another session works on it. */
export const lockFreeUpload = (trx: TenantTransaction, id: UploadId): Promise<UploadRow | undefined> =>
  trx.row(`select ${columns} from uploads where account_id = $1 and id = $2 for update skip locked`, [id])

/** A writer in any process then finds its epoch outdated. */
export const markExpired = (trx: TenantTransaction, id: UploadId, now: Date): Promise<number> =>
  trx.execute(
    `update uploads set status = 'expired', expires_at = $3, writer_epoch = writer_epoch + 1, updated_at = now()
     where account_id = $1 and id = $2`,
    [id, now.toISOString()],
  )

export const deleteUpload = (sql: Tenant, id: UploadId): Promise<number> =>
  sql.execute('delete from uploads where account_id = $1 and id = $2', [id])

/** Uploads that never had all their bytes, or other bytes than announced. Waits for a running commit of the end. */
export const deleteUnreceived = (sql: Tenant, id: UploadId): Promise<number> =>
  sql.execute(
    `delete from uploads where account_id = $1 and id = $2 and sha256 is null and status in ('awaiting_data', 'rejected')`,
    [id],
  )

export interface UploadRef {
  readonly accountId: AccountId
  readonly id: UploadId
}

const refColumns = 'account_id as "accountId", id'

/** A waiting upload, and since when: the next page begins after it. */
export interface WaitingUpload extends UploadRef {
  readonly since: string
}

/** Across accounts, because a crash affects uploads of all. The longest waiting first, after the given one. */
export const listUnfinished = (system: Sql, before: Date, after: WaitingUpload | undefined): Promise<WaitingUpload[]> =>
  system.readRows(
    `select ${refColumns}, updated_at::text as since from uploads
     where status = 'awaiting_data' and received_bytes = size and updated_at < $1
       and ($2::timestamptz is null or (updated_at, id) > ($2, $3))
     order by updated_at, id limit 100`,
    [before.toISOString(), after?.since ?? null, after?.id ?? null],
  )

/** Uploads that were not used in time; only the referring feature knows which are in use. */
export const listOverdue = (system: Sql, now: Date, after: WaitingUpload | undefined): Promise<WaitingUpload[]> =>
  system.readRows(
    `select ${refColumns}, expires_at::text as since from uploads
     where expires_at < $1 and status <> 'expired' and ($2::timestamptz is null or (expires_at, id) > ($2, $3))
     order by expires_at, id limit 200`,
    [now.toISOString(), after?.since ?? null, after?.id ?? null],
  )

export const postpone = (sql: Tenant, id: UploadId, expiresAt: Date): Promise<number> =>
  sql.execute('update uploads set expires_at = $3 where account_id = $1 and id = $2', [id, expiresAt.toISOString()])

/** An expired row answers "gone" for a while; after that the upload is unknown. Returns how many rows were deleted. */
export const deleteExpired = (system: Sql, before: Date, limit: number): Promise<number> =>
  system.execute(
    `delete from uploads where (account_id, id) in
       (select account_id, id from uploads where status = 'expired' and expires_at < $1 limit $2 for update skip locked)`,
    [before.toISOString(), limit],
  )

/** Of these, the uploads that have a row: `living` while their bytes may still be needed. */
export const findUploadStates = async (
  system: Sql,
  ids: readonly string[],
): Promise<Map<string, 'living' | 'ended'>> => {
  const rows = await system.readRows<{ id: string; isEnded: boolean }>(
    `select id, ${isEnded} as "isEnded" from uploads where id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, isEnded }) => [id, isEnded ? 'ended' : 'living']))
}

/** An upload whose bytes must exist. */
export interface StoredUpload {
  readonly id: UploadId
  readonly size: number
  readonly receipt: BlobReceipt
}

/** An upload as the sweeper sees it. */
export interface PlacedUpload {
  readonly id: UploadId
  /** What must exist of it; null if nothing must. */
  readonly stored: Omit<StoredUpload, 'id'> | null
  readonly isEnded: boolean
}

const isStored = `status in ('received', 'analysing', 'ready')`
const isEnded = `status = 'expired' or (status = 'rejected' and sha256 is null)`

/** In the order in which a storage lists its blobs. */
export const listByPlace = (system: Sql, after: string, limit: number): Promise<PlacedUpload[]> =>
  system.readRows(
    `select id, ${isEnded} as "isEnded",
            case when ${isStored} then jsonb_build_object('size', size, 'receipt', receipt) end as stored
     from uploads where (right(id, 2) collate "C", id collate "C") > (right($1, 2), $1)
     order by right(id, 2) collate "C", id collate "C" limit $2`,
    [after, limit],
  )

/** Undefined if its bytes are no longer required. */
export const findStored = (system: Sql, id: UploadId): Promise<StoredUpload | undefined> =>
  system.readRow(`select id, size, receipt from uploads where id = $1 and ${isStored}`, [id])

/** Of these, the uploads that are `ready`: their receipts stay as they are. */
export const findReady = (system: Sql, ids: readonly string[]): Promise<StoredUpload[]> =>
  system.readRows(`select id, size, receipt from uploads where id = any($1) and status = 'ready'`, [ids])

/** For a copy of the rows: the uploads that have bytes, as id, bytes, SHA-256 and receipt (in base64). */
export const storedUploadsText = `
  select id, size, encode(sha256, 'hex'), replace(encode(convert_to(receipt::text, 'UTF8'), 'base64'), e'\\n', '')
  from uploads where status in ('received', 'analysing', 'ready', 'rejected') and sha256 is not null order by id`

/** The same of one account, with the container of the file where it is known. */
export const storedUploadsOf = (accountId: AccountId): string => `
  select stored.*, u.technical ->> 'container' from (${storedUploadsText}) stored (id)
  join uploads u using (id) where u.account_id = '${accountId}' order by id`

/**
 * A copy has no bytes of unfinished uploads, nor of one whose last byte arrived between the digests and the rows: their
 * clients start again at 0. If the storage is the previous one, it may have parts of later writers, whose epochs must
 * not be used again.
 */
export const forgetPartialBytes = (system: Sql): Promise<number> =>
  system.execute(
    `update uploads set status = 'awaiting_data', received_bytes = 0, writer_epoch = writer_epoch + 100000
     where status = 'awaiting_data' or (${isUndigested})`,
  )

export interface NewReceipt {
  readonly id: UploadId
  readonly receipt: BlobReceipt
}

/** The bytes of all uploads are in another storage now, except those of uploads that are not named. */
export async function replaceReceipts(system: Sql, receipts: readonly NewReceipt[]): Promise<void> {
  await system.execute('update uploads set receipt = null where receipt is not null')
  await setReceipts(system, receipts)
}

/** The receipts of uploads whose bytes were stored again. */
export async function setReceipts(system: Sql, receipts: readonly NewReceipt[]): Promise<void> {
  await system.execute(
    `update uploads set receipt = new.receipt
     from jsonb_to_recordset($1::jsonb) as new (id text, receipt jsonb) where uploads.id = new.id`,
    [JSON.stringify(receipts)],
  )
}

/** Uploads that arrive from another hub, staged in `arrived_uploads`. Clients of unfinished ones start again at 0. */
export async function renewArrivedUploads(sql: Sql): Promise<void> {
  await sql.execute(
    `update arrived_uploads set status = 'awaiting_data', received_bytes = 0
     where status = 'awaiting_data' or (${isUndigested})`,
  )
  // An upload that expires on arrival would be useless.
  await sql.execute(
    `update arrived_uploads
     set expires_at = now() + case status when 'awaiting_data' then interval '1 day' else interval '30 days' end
     where status <> 'expired' and expires_at < now() + interval '1 hour'`,
  )
}

/** Complete uploads without a verdict. */
export const listUnanalysed = async (tenant: Tenant): Promise<UploadId[]> =>
  (
    await tenant.readRows<{ id: UploadId }>(
      `select id from uploads where account_id = $1 and status in ('received', 'analysing') order by id`,
    )
  ).map(({ id }) => id)

/** Every upload of an account, with the SHA-256 of the bytes if they are complete. */
export const listAllUploads = (tenant: Tenant): Promise<{ id: UploadId; sha256: string | null }[]> =>
  tenant.readRows(
    `select id, case when status <> 'expired' then encode(sha256, 'hex') end as sha256 from uploads
     where account_id = $1 order by id`,
  )

export const countWaitingAnalyses = async (sql: Tenant): Promise<number> =>
  (
    await sql.readRow<{ count: number }>(
      `select count(*)::int as count from uploads where account_id = $1 and status in ('received', 'analysing')`,
    )
  )?.count ?? 0
