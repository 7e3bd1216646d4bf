import type { Sql, Tenant, TenantTransaction } from '../../platform/database/sql.ts'

/** Which compressed copies of masters there are. Their bytes are beside the masters, and may be lost there. */

export interface RenditionRow {
  readonly uploadId: string
  /** In kbit/s. */
  readonly bitRate: number
  readonly status: 'requested' | 'ready' | 'failed'
  /** Null until it is ready. */
  readonly bytes: number | null
  readonly requestedAt: Date
}

const columns = `upload_id as "uploadId", bit_rate as "bitRate", status, bytes, requested_at as "requestedAt"`

/** Those with the bit rate wanted first. */
export const listRenditions = (
  sql: Tenant,
  { uploadIds, bitRate }: { readonly uploadIds: readonly string[]; readonly bitRate: number },
): Promise<RenditionRow[]> =>
  sql.readRows(
    `select ${columns} from renditions
     where account_id = $1 and upload_id = any($2) and format = 'mp3' order by bit_rate = $3 desc`,
    [uploadIds, bitRate],
  )

/** Adds those that are not there. Those that were requested before `staleBefore` and are not ready are tried again. */
export const requestRenditions = (
  trx: TenantTransaction,
  request: {
    readonly uploadIds: readonly string[]
    readonly bitRate: number
    readonly now: Date
    readonly staleBefore: Date
  },
): Promise<number> =>
  trx.execute(
    `insert into renditions (account_id, upload_id, format, bit_rate, requested_at)
     select u.account_id, u.id, 'mp3', $3, $4 from published_uploads u where u.account_id = $1 and u.id = any($2)
     on conflict (account_id, upload_id, format, bit_rate)
       do update set requested_at = excluded.requested_at, status = 'requested', ended_at = null
       where renditions.status <> 'ready' and renditions.requested_at < $5`,
    [request.uploadIds, request.bitRate, request.now, request.staleBefore],
  )

/** The oldest that wait. */
export const listWaiting = (
  sql: Tenant,
  limit: number,
): Promise<{ readonly uploadId: string; readonly bitRate: number }[]> =>
  sql.readRows(
    `select upload_id as "uploadId", bit_rate as "bitRate" from renditions
     where account_id = $1 and status = 'requested' order by requested_at, upload_id limit $2`,
    [limit],
  )

export interface RenditionKey {
  readonly uploadId: string
  readonly bitRate: number
}

/** `bytes` is null if it cannot be made. Changes nothing if another worker ended it. */
export const endRendition = async (
  trx: TenantTransaction,
  { uploadId, bitRate }: RenditionKey,
  { bytes, now }: { readonly bytes: number | null; readonly now: Date },
): Promise<void> => {
  await trx.execute(
    `update renditions set status = case when $4::bigint is null then 'failed' else 'ready' end, bytes = $4, ended_at = $5
     where account_id = $1 and upload_id = $2 and format = 'mp3' and bit_rate = $3 and status = 'requested'`,
    [uploadId, bitRate, bytes, now],
  )
}

export const deleteRendition = async (trx: TenantTransaction, { uploadId, bitRate }: RenditionKey): Promise<void> => {
  await trx.execute(
    `delete from renditions where account_id = $1 and upload_id = $2 and format = 'mp3' and bit_rate = $3`,
    [uploadId, bitRate],
  )
}

/** Deletes those with another bit rate; returns their bit rates. */
export const deleteOthers = async (trx: TenantTransaction, { uploadId, bitRate }: RenditionKey): Promise<number[]> =>
  (
    await trx.rows<{ bitRate: number }>(
      `delete from renditions where account_id = $1 and upload_id = $2 and format = 'mp3' and bit_rate <> $3
       returning bit_rate as "bitRate"`,
      [uploadId, bitRate],
    )
  ).map((row) => row.bitRate)

/** Of all accounts. */
export const sumRenditionBytes = async (sql: Sql): Promise<number> =>
  (
    await sql.readRow<{ bytes: number }>(
      `select coalesce(sum(bytes), 0)::bigint as bytes from renditions where status = 'ready'`,
    )
  )?.bytes ?? 0
