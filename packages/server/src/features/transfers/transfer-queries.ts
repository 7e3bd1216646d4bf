import type { TableMapping, TablePreset, TableProblem, TransferStatus } from '@spindle/contract'
import type { Sql, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { OldRelease } from './read-old-catalog.ts'

/** Transfers, and the releases of the old distributor as its table has them. */

export interface TransferRow {
  readonly id: string
  readonly name: string
  readonly distributor: string
  readonly deadline: string
  readonly status: TransferStatus
  readonly outletIds: readonly string[]
  readonly filename: string | null
  readonly ignored: readonly string[]
  readonly suggested: TableMapping | null
  readonly problems: readonly TableProblem[]
  readonly releases: number
  readonly tracks: number
  readonly createdAt: Date
}

const columns = `id, name, distributor, deadline::text as deadline, status, outlet_ids as "outletIds", filename, ignored,
  suggested, problems, release_count as releases, track_count as tracks, created_at as "createdAt"`

/** Transfers that an account creates at the same time are counted one after the other. */
export async function countTransfersAlone(trx: TenantTransaction): Promise<number> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('transfers of ' || $1, 0))`)
  return countTransfers(trx)
}

export async function countTransfers(tenant: Tenant): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    'select count(*)::int as count from transfers where account_id = $1',
  )
  return row?.count ?? 0
}

export interface NewTransferRow
  extends Pick<TransferRow, 'id' | 'name' | 'distributor' | 'deadline' | 'outletIds' | 'filename' | 'createdAt'> {
  readonly preset: TablePreset | null
  readonly mapping: TableMapping | null
  readonly content: Buffer
}

export async function insertTransfer(trx: TenantTransaction, row: NewTransferRow): Promise<TransferRow> {
  const made = await trx.row<TransferRow>(
    `insert into transfers (account_id, id, name, distributor, deadline, outlet_ids, filename, preset, mapping, content,
                            stored_bytes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${columns}`,
    [
      ...[row.id, row.name, row.distributor, row.deadline, row.outletIds, row.filename, row.preset],
      ...[row.mapping === null ? null : JSON.stringify(row.mapping), row.content, row.content.length, row.createdAt],
    ],
  )
  if (!made) throw new Error('the transfer was not stored')
  return made
}

export const findTransfer = (tenant: Tenant, id: string): Promise<TransferRow | undefined> =>
  tenant.readRow(`select ${columns} from transfers where account_id = $1 and id = $2`, [id])

/** Locked until the transaction ends. */
export const lockTransfer = (trx: TenantTransaction, id: string): Promise<TransferRow | undefined> =>
  trx.row(`select ${columns} from transfers where account_id = $1 and id = $2 for update`, [id])

export const listTransferRows = (
  tenant: Tenant,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<TransferRow[]> =>
  tenant.readRows(
    `select ${columns} from transfers where account_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
    [after ?? null, limit],
  )

export type TransferChange = Pick<TransferRow, 'name' | 'distributor' | 'deadline' | 'outletIds'>

/** Leaves undefined members unchanged. Returns undefined if the account has no such transfer. */
export const updateTransferRow = (
  trx: TenantTransaction,
  id: string,
  {
    name,
    distributor,
    deadline,
    outletIds,
  }: { readonly [Member in keyof TransferChange]?: TransferChange[Member] | undefined },
): Promise<TransferRow | undefined> =>
  trx.row(
    `update transfers set name = coalesce($3, name), distributor = coalesce($4, distributor),
                          deadline = coalesce($5, deadline), outlet_ids = coalesce($6, outlet_ids)
     where account_id = $1 and id = $2 returning ${columns}`,
    [id, name ?? null, distributor ?? null, deadline ?? null, outletIds ?? null],
  )

export const deleteTransferRow = async (trx: TenantTransaction, id: string): Promise<boolean> =>
  (await trx.execute('delete from transfers where account_id = $1 and id = $2', [id])) > 0

export interface WaitingTransfer {
  readonly content: Buffer
  readonly preset: TablePreset | null
  readonly mapping: TableMapping | null
}

export const findWaiting = (tenant: Tenant, id: string): Promise<WaitingTransfer | undefined> =>
  tenant.readRow(
    `select content, preset, mapping from transfers where account_id = $1 and id = $2 and status = 'waiting'`,
    [id],
  )

/** Across accounts on purpose: tables without a job, for example in a restored hub. */
export const listWaitingTransfers = (
  system: Sql,
  createdBefore: Date,
): Promise<{ readonly accountId: AccountId; readonly transferId: string }[]> =>
  system.readRows(
    `select account_id as "accountId", id as "transferId" from transfers
     where status = 'waiting' and created_at < $1 order by created_at limit 1000`,
    [createdBefore],
  )

export async function saveColumns(
  trx: TenantTransaction,
  id: string,
  { ignored, suggested }: Pick<TransferRow, 'ignored' | 'suggested'>,
): Promise<void> {
  await trx.execute(`update transfers set ignored = $3, suggested = $4 where account_id = $1 and id = $2`, [
    ...[id, JSON.stringify(ignored), suggested === null ? null : JSON.stringify(suggested)],
  ])
}

export async function refuseTransfer(
  trx: TenantTransaction,
  id: string,
  problems: readonly TableProblem[],
): Promise<void> {
  await trx.execute(
    `update transfers set status = 'refused', content = null, problems = $3::json, stored_bytes = $4
     where account_id = $1 and id = $2 and status = 'waiting'`,
    [id, JSON.stringify(problems), Buffer.byteLength(JSON.stringify(problems))],
  )
}

/** What a row takes beside its texts. */
const rowBytes = 100

/** The table as it was read. The transfer is ready then. */
export async function insertOldReleases(
  trx: TenantTransaction,
  id: string,
  catalog: readonly OldRelease[],
): Promise<void> {
  const heads = JSON.stringify(catalog.map(({ tracks: _tracks, ...release }) => release))
  const rows = catalog.flatMap((release, index) =>
    release.tracks.map((track, place) => ({ ...track, releasePosition: index + 1, position: place + 1 })),
  )
  const listed = JSON.stringify(rows)
  await trx.execute(
    `insert into transfer_releases (account_id, transfer_id, position, line, upc, gtin14, title, version, artist, label,
                                    release_date)
     select $1, $2, r.position, r.line, r.upc, r.gtin14, r.title, r.version, r.artist, r.label, r."releaseDate"
     from rows from (json_to_recordset($3) as (line int, upc text, gtin14 text, title text, version text, artist text,
                                               label text, "releaseDate" date))
          with ordinality as r (line, upc, gtin14, title, version, artist, label, "releaseDate", position)`,
    [id, heads],
  )
  await trx.execute(
    `insert into transfer_tracks (account_id, transfer_id, release_position, position, line, isrc, title, version, artist,
                                  duration_ms)
     select $1, $2, t."releasePosition", t.position, t.line, t.isrc, t.title, t.version, t.artist, t."durationMs"
     from json_to_recordset($3) as t ("releasePosition" int, position int, line int, isrc text, title text, version text,
                                      artist text, "durationMs" int)`,
    [id, listed],
  )
  await trx.execute(
    `update transfers set status = 'ready', content = null, release_count = $3, track_count = $4, stored_bytes = $5
     where account_id = $1 and id = $2 and status = 'waiting'`,
    [
      ...[id, catalog.length, rows.length],
      Buffer.byteLength(heads) + Buffer.byteLength(listed) + (catalog.length + rows.length) * rowBytes,
    ],
  )
}
