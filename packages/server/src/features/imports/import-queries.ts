import type { ImportStatus } from '@spindle/contract'
import type { Sql, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { Actor } from '../releases/index.ts'
import type { GivenFile } from './apply/match-files.ts'
import type { Report } from './report.ts'

/** Submitted messages and their results. */

/** The source of a message. */
export interface ImportOrigin {
  readonly dropId: string
  readonly packageId: string
  /** The path of the message in the drop. */
  readonly path: string
}

export interface ImportRow {
  readonly id: string
  readonly status: ImportStatus
  readonly sha256: string
  readonly files: readonly GivenFile[]
  readonly actor: Actor
  readonly releaseId: string | null
  readonly version: string | null
  readonly messageId: string | null
  readonly senderId: string | null
  readonly senderName: string | null
  readonly messageCreatedAt: Date | null
  readonly dropId: string | null
  readonly dropPath: string | null
  readonly report: Partial<Report>
  readonly createdAt: Date
  readonly endedAt: Date | null
}

const summaryColumns = `id, status, encode(sha256, 'hex') as sha256, release_id as "releaseId", version,
  message_id as "messageId", sender_id as "senderId", sender_name as "senderName",
  message_created_at as "messageCreatedAt", drop_id as "dropId", drop_path as "dropPath", created_at as "createdAt", ended_at as "endedAt"`
const columns = `${summaryColumns}, files, actor, report`

export type ImportSummaryRow = Omit<ImportRow, 'files' | 'actor' | 'report'>

/** One creation per account at a time, so that concurrent ones cannot exceed the limit. */
export async function countWaitingAlone(trx: TenantTransaction): Promise<number> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('imports of ' || $1, 0))`)
  const row = await trx.readRow<{ count: number }>(
    `select count(*) as count from imports where account_id = $1 and status = 'waiting'`,
  )
  return row?.count ?? 0
}

export interface NewImportRow extends Pick<ImportRow, 'id' | 'files' | 'actor' | 'createdAt'> {
  readonly message: Buffer
  readonly digest: Buffer
  readonly origin: ImportOrigin | undefined
}

export async function insertImport(trx: TenantTransaction, row: NewImportRow): Promise<ImportRow> {
  const made = await trx.row<ImportRow>(
    `insert into imports (account_id, id, message, sha256, files, actor, created_at, drop_id, drop_package, drop_path)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`,
    [
      ...[row.id, row.message, row.digest, JSON.stringify(row.files), JSON.stringify(row.actor), row.createdAt],
      ...[row.origin?.dropId ?? null, row.origin?.packageId ?? null, row.origin?.path ?? null],
    ],
  )
  if (!made) throw new Error('the import was not stored')
  return made
}

export const findImport = (tenant: Tenant, id: string): Promise<ImportRow | undefined> =>
  tenant.readRow(`select ${columns} from imports where account_id = $1 and id = $2`, [id])

/** The messages of a package of a drop, in the order in which they were submitted. */
export const listImportsOfPackage = (tenant: Tenant, packageId: string): Promise<ImportRow[]> =>
  tenant.readRows(`select ${columns} from imports where account_id = $1 and drop_package = $2 order by id`, [packageId])

/** Without the bytes once they are deleted. */
export const findMessage = (
  tenant: Tenant,
  id: string,
): Promise<{ readonly sha256: string; readonly message: Buffer | null } | undefined> =>
  tenant.readRow(`select encode(sha256, 'hex') as sha256, message from imports where account_id = $1 and id = $2`, [id])

/** With its bytes; undefined once it has ended. */
export const findWaitingImport = (
  tenant: Tenant,
  id: string,
): Promise<(ImportRow & { readonly message: Buffer }) | undefined> =>
  tenant.readRow(`select ${columns}, message from imports where account_id = $1 and id = $2 and status = 'waiting'`, [
    id,
  ])

/** Of the waiting ones: the first that was submitted, and this one if it is another. */
export const listNextImports = async (tenant: Tenant, id: string): Promise<string[]> =>
  (
    await tenant.readRows<{ id: string }>(
      `select id from imports
       where account_id = $1 and status = 'waiting'
         and (id = $2 or id = (select min(id) from imports where account_id = $1 and status = 'waiting'))
       order by id`,
      [id],
    )
  ).map((row) => row.id)

/** False once it has ended. */
export const lockWaitingImport = async (trx: TenantTransaction, id: string): Promise<boolean> =>
  (await trx.execute(`select 1 from imports where account_id = $1 and id = $2 and status = 'waiting' for update`, [
    id,
  ])) > 0

export interface ListRequest {
  readonly status: ImportStatus | undefined
  readonly limit: number
  readonly after: string | undefined
}

export const listImportRows = (tenant: Tenant, { status, limit, after }: ListRequest): Promise<ImportSummaryRow[]> =>
  tenant.readRows(
    `select ${summaryColumns} from imports
     where account_id = $1 and ($2::text is null or status = $2) and ($3::text is null or id < $3)
     order by id desc limit $4`,
    [status ?? null, after ?? null, limit],
  )

export async function countImports(tenant: Tenant, status: ImportStatus | undefined): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    'select count(*) as count from imports where account_id = $1 and ($2::text is null or status = $2)',
    [status ?? null],
  )
  return row?.count ?? 0
}

/** The message's description of itself; nulls if it could not be read. */
export type MessageColumns = Pick<ImportRow, 'version' | 'messageId' | 'senderId' | 'senderName'> & {
  readonly messageCreatedAt: string | null
}

export interface Ended {
  readonly status: Exclude<ImportStatus, 'waiting'>
  readonly releaseId: string | null
  readonly message: MessageColumns
  readonly report: Report
  readonly endedAt: Date
}

export async function endImport(trx: TenantTransaction, id: string, ended: Ended): Promise<void> {
  const { version, messageId, senderId, senderName, messageCreatedAt } = ended.message
  await trx.execute(
    `update imports set status = $3, release_id = $4, version = $5, message_id = $6, sender_id = $7, sender_name = $8,
       message_created_at = $9, report = $10, ended_at = $11
     where account_id = $1 and id = $2 and status = 'waiting'`,
    [
      id,
      ended.status,
      ended.releaseId,
      version,
      messageId,
      senderId,
      senderName,
      messageCreatedAt,
      JSON.stringify(ended.report),
      ended.endedAt,
    ],
  )
}

/** Whether the sender has already used this id for other bytes. */
export const isMessageIdReused = async (
  trx: TenantTransaction,
  {
    messageId,
    senderId,
    sha256,
  }: { readonly messageId: string; readonly senderId: string | null; readonly sha256: string },
): Promise<boolean> =>
  (await trx.readRow(
    `select 1 from imports
     where account_id = $1 and message_id = $2 and sender_id is not distinct from $3 and sha256 <> decode($4, 'hex')
       and status not in ('waiting', 'refused') limit 1`,
    [messageId, senderId, sha256],
  )) !== undefined

export interface LastApplied {
  readonly sha256: string
  readonly status: ImportStatus
  /** The newest of all that were applied: a message may arrive late. */
  readonly newestAt: Date | null
}

/** The messages of a sender that were applied to a release. */
export const findLastApplied = (
  trx: TenantTransaction,
  releaseId: string,
  senderId: string | null,
): Promise<LastApplied | undefined> =>
  trx.readRow(
    `select encode(sha256, 'hex') as sha256, status, max(message_created_at) over () as "newestAt" from imports
     where account_id = $1 and release_id = $2 and sender_id is not distinct from $3
       and status not in ('waiting', 'refused', 'stale')
     order by id desc limit 1`,
    [releaseId, senderId],
  )

/** Across accounts on purpose: lost jobs, and bytes that are no longer needed. */
export const listWaitingImports = (
  system: Sql,
  createdBefore: Date,
): Promise<{ readonly accountId: AccountId; readonly id: string }[]> =>
  system.readRows(
    `select account_id as "accountId", id from imports where status = 'waiting' and created_at < $1 order by id limit 1000`,
    [createdBefore],
  )

export const forgetMessages = (system: Sql, endedBefore: Date): Promise<number> =>
  system.execute('update imports set message = null where message is not null and ended_at < $1', [endedBefore])
