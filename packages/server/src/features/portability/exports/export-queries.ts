import type { ExportStatus } from '@spindle/contract'
import type { BlobReceipt } from '../../../platform/blobs/blobs.ts'
import type { Sql, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/values/ids.ts'
import type { ArchivedUpload } from './write-head.ts'

/** Exports of an account, and the uploads each of them names. */

export interface ExportRow {
  readonly id: Id<'exp'>
  readonly status: ExportStatus
  readonly progress: number
  readonly headKey: Id<'upl'>
  readonly headBytes: number | null
  readonly headReceipt: BlobReceipt
  readonly filesBytes: number | null
  readonly uploads: number | null
  readonly missing: number | null
  readonly begunAt: Date | null
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly expiresAt: Date | null
}

const columns = `id, status, progress, head_key as "headKey", head_bytes as "headBytes", head_receipt as "headReceipt",
  files_bytes as "filesBytes", upload_count as uploads, missing_count as missing, begun_at as "begunAt", created_at as "createdAt",
  ended_at as "endedAt", expires_at as "expiresAt"`

/** One creation of an account at a time, so that none passes the limit beside another. */
export async function countExportsAlone(trx: TenantTransaction): Promise<number> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('exports of ' || $1, 0))`)
  const row = await trx.readRow<{ count: number }>('select count(*) as count from exports where account_id = $1')
  return row?.count ?? 0
}

export async function insertExport(
  trx: TenantTransaction,
  { id, headKey, createdAt }: Pick<ExportRow, 'id' | 'headKey' | 'createdAt'>,
): Promise<ExportRow> {
  const made = await trx.row<ExportRow>(
    `insert into exports (account_id, id, head_key, created_at) values ($1, $2, $3, $4) returning ${columns}`,
    [id, headKey, createdAt],
  )
  if (!made) throw new Error('the export was not stored')
  return made
}

export const findExport = (tenant: Tenant, id: string): Promise<ExportRow | undefined> =>
  tenant.readRow(`select ${columns} from exports where account_id = $1 and id = $2`, [id])

export interface ListRequest {
  readonly limit: number
  readonly after: string | undefined
}

export const listExportRows = (tenant: Tenant, { limit, after }: ListRequest): Promise<ExportRow[]> =>
  tenant.readRows(
    `select ${columns} from exports where account_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
    [after ?? null, limit],
  )

export async function countExports(tenant: Tenant): Promise<number> {
  const row = await tenant.readRow<{ count: number }>('select count(*) as count from exports where account_id = $1')
  return row?.count ?? 0
}

/** With its files. Undefined when there was none. */
export const removeExport = (trx: Tenant, id: string): Promise<Pick<ExportRow, 'headKey'> | undefined> =>
  trx.row('delete from exports where account_id = $1 and id = $2 returning head_key as "headKey"', [id])

export interface BegunExport {
  readonly headKey: Id<'upl'>
  /** Where an attempt before this one may have left bytes. */
  readonly lostKey: Id<'upl'>
  readonly attempts: number
}

/** Undefined once it has ended, or is gone. What an attempt that was cut off has noted is forgotten. */
export async function beginExport(
  trx: TenantTransaction,
  id: string,
  { at, headKey }: { readonly at: Date; readonly headKey: Id<'upl'> },
): Promise<BegunExport | undefined> {
  const open = await trx.row<Pick<BegunExport, 'attempts' | 'lostKey'>>(
    `select attempts + 1 as attempts, head_key as "lostKey" from exports
     where account_id = $1 and id = $2 and ended_at is null for update`,
    [id],
  )
  if (!open) return undefined
  await trx.execute('delete from export_files where account_id = $1 and export_id = $2', [id])
  await trx.execute(
    `update exports set status = 'running', progress = 0, attempts = $3, begun_at = $4, head_key = $5
     where account_id = $1 and id = $2`,
    [id, open.attempts, at, headKey],
  )
  return { ...open, headKey }
}

export const noteProgress = (tenant: Tenant, id: string, percent: number): Promise<number> =>
  tenant.execute(
    `update exports set progress = $3 where account_id = $1 and id = $2 and status = 'running' and progress < $3`,
    [id, percent],
  )

export async function insertFiles(
  trx: TenantTransaction,
  exportId: string,
  files: readonly ArchivedUpload[],
): Promise<void> {
  await trx.execute(
    `insert into export_files (account_id, export_id, position, upload_id, name, bytes)
     select $1, $2, file.position, file.id, file.name, file.bytes
     from jsonb_to_recordset($3::jsonb) as file (position bigint, id text, name text, bytes bigint)`,
    [exportId, JSON.stringify(files)],
  )
}

export interface MadeExport {
  readonly id: string
  readonly attempts: number
  readonly headBytes: number
  readonly headReceipt: BlobReceipt
  readonly filesBytes: number
  readonly uploads: number
  readonly missing: number
  readonly endedAt: Date
  readonly expiresAt: Date
}

/** False when it is gone, or another attempt has begun. */
export const finishExport = async (tenant: Tenant, made: MadeExport): Promise<boolean> =>
  (await tenant.execute(
    `update exports set status = 'ready', progress = 100, head_bytes = $4, head_receipt = $5, files_bytes = $6,
       upload_count = $7, missing_count = $8, ended_at = $9, expires_at = $10
     where account_id = $1 and id = $2 and attempts = $3 and status = 'running'`,
    [
      made.id,
      made.attempts,
      made.headBytes,
      made.headReceipt === null ? null : JSON.stringify(made.headReceipt),
      made.filesBytes,
      made.uploads,
      made.missing,
      made.endedAt,
      made.expiresAt,
    ],
  )) === 1

/** False when it has ended, is gone, or another attempt has begun. */
export const failExport = async (
  tenant: Tenant,
  { id, attempts, endedAt, expiresAt }: Pick<MadeExport, 'id' | 'attempts' | 'endedAt' | 'expiresAt'>,
): Promise<boolean> =>
  (await tenant.execute(
    `update exports set status = 'failed', ended_at = $4, expires_at = $5
     where account_id = $1 and id = $2 and attempts = $3 and status = 'running'`,
    [id, attempts, endedAt, expiresAt],
  )) === 1

/** Files of an archive in their order, from the one that has this place on. */
export const listFilesFrom = (
  tenant: Tenant,
  exportId: string,
  { position, limit }: { readonly position: number; readonly limit: number },
): Promise<ArchivedUpload[]> =>
  tenant.readRows(
    `select upload_id as id, name, bytes, position from export_files
     where account_id = $1 and export_id = $2 and position >= coalesce(
       (select max(position) from export_files where account_id = $1 and export_id = $2 and position <= $3), 0)
     order by position limit $4`,
    [exportId, position, limit],
  )

/** Whether an archive that is still there names the upload. */
export const isUploadExported = async (tenant: Tenant, uploadId: string): Promise<boolean> =>
  (await tenant.readRow('select 1 from export_files where account_id = $1 and upload_id = $2 limit 1', [uploadId])) !==
  undefined

export const listHeadKeys = async (tenant: Tenant): Promise<Id<'upl'>[]> =>
  (
    await tenant.readRows<{ key: Id<'upl'> }>('select head_key as key from exports where account_id = $1 order by id')
  ).map(({ key }) => key)

/** Across accounts on purpose: for files in the storage, and jobs. */
export const findHeadKeys = async (system: Sql, keys: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await system.readRows<{ key: string }>('select head_key as key from exports where head_key = any($1)', [keys])
    ).map(({ key }) => key),
  )

export interface ExportRef {
  readonly accountId: AccountId
  readonly id: Id<'exp'>
}

export const listOpenExports = (system: Sql, createdBefore: Date): Promise<ExportRef[]> =>
  system.readRows(
    `select account_id as "accountId", id from exports where ended_at is null and created_at < $1
     order by created_at limit 1000`,
    [createdBefore],
  )

export const listExpiredExports = (system: Sql, now: Date): Promise<ExportRef[]> =>
  system.readRows(
    `select account_id as "accountId", id from exports where ended_at is not null and expires_at <= $1
     order by expires_at limit 1000`,
    [now],
  )
