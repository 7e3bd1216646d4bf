import type { BulkAction, BulkStatus } from '@spindle/contract'
import type { Sql, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { Actor } from '../releases/index.ts'
import type { BulkParameters } from './parse-bulk.ts'

/** Bulk jobs. `record-outcome.ts` moves their counters. */

export interface BulkRow {
  readonly id: string
  readonly action: BulkAction
  readonly status: BulkStatus
  readonly dryRun: boolean
  readonly undoOf: string | null
  readonly total: number
  readonly done: number
  readonly unchanged: number
  readonly refused: number
  readonly createdAt: Date
  readonly endedAt: Date | null
}

const columns = `id, action, status, dry_run as "dryRun", undo_of as "undoOf", total, done, unchanged, refused,
  created_at as "createdAt", ended_at as "endedAt"`

/** One creation per account at a time, so that concurrent ones cannot exceed the limit. */
export async function countOpenAlone(trx: TenantTransaction): Promise<number> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('bulk jobs of ' || $1, 0))`)
  const row = await trx.readRow<{ count: number }>(
    'select count(*)::int as count from bulk_jobs where account_id = $1 and ended_at is null',
  )
  return row?.count ?? 0
}

export interface NewBulkRow extends Pick<BulkRow, 'id' | 'action' | 'dryRun' | 'undoOf' | 'total' | 'createdAt'> {
  readonly parameters: BulkParameters
  readonly actor: Actor
  readonly storedBytes: number
}

/** A job without releases is complete. */
export async function insertBulk(trx: TenantTransaction, row: NewBulkRow): Promise<BulkRow> {
  const made = await trx.row<BulkRow>(
    `insert into bulk_jobs (account_id, id, action, status, parameters, dry_run, undo_of, actor, total, stored_bytes,
                            created_at, moved_at, ended_at)
     values ($1, $2, $3, case when $8::int = 0 then 'completed' else 'running' end, $4, $5, $6, $7, $8, $9, $10, $10,
             case when $8::int = 0 then $10::timestamptz end)
     returning ${columns}`,
    [
      ...[row.id, row.action, JSON.stringify(row.parameters), row.dryRun, row.undoOf, JSON.stringify(row.actor)],
      ...[row.total, row.storedBytes, row.createdAt],
    ],
  )
  if (!made) throw new Error('the bulk job was not stored')
  return made
}

export const findBulk = (tenant: Tenant, id: string): Promise<BulkRow | undefined> =>
  tenant.readRow(`select ${columns} from bulk_jobs where account_id = $1 and id = $2`, [id])

/** Locked until the transaction ends: no release of the job is done meanwhile. */
export const lockBulk = (trx: TenantTransaction, id: string): Promise<BulkRow | undefined> =>
  trx.row(`select ${columns} from bulk_jobs where account_id = $1 and id = $2 for update`, [id])

/** False once it is paused or has ended. */
export const lockRunning = async (trx: TenantTransaction, id: string): Promise<boolean> =>
  (await trx.execute(`select 1 from bulk_jobs where account_id = $1 and id = $2 and status = 'running' for update`, [
    id,
  ])) > 0

export const listBulkRows = (
  tenant: Tenant,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<BulkRow[]> =>
  tenant.readRows(
    `select ${columns} from bulk_jobs where account_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
    [after ?? null, limit],
  )

export async function countBulks(tenant: Tenant): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    'select count(*)::int as count from bulk_jobs where account_id = $1',
  )
  return row?.count ?? 0
}

export const setStatus = async (
  trx: TenantTransaction,
  { id, status, at }: { readonly id: string; readonly status: BulkStatus; readonly at: Date },
): Promise<void> => {
  await trx.execute(
    `update bulk_jobs set status = $3, moved_at = $4, ended_at = case when $3 = 'cancelled' then $4::timestamptz end
     where account_id = $1 and id = $2`,
    [id, status, at],
  )
}

/** What a turn needs of the job that is next. */
export interface Turn {
  readonly id: string
  readonly action: BulkAction
  readonly parameters: BulkParameters
  readonly dryRun: boolean
  readonly undoOf: string | null
  readonly actor: Actor
}

/** The oldest job of the account that runs: one follows the other. */
export const findTurn = (tenant: Tenant): Promise<Turn | undefined> =>
  tenant.readRow(
    `select id, action, parameters, dry_run as "dryRun", undo_of as "undoOf", actor from bulk_jobs
     where account_id = $1 and status = 'running' order by id limit 1`,
  )

/** Across accounts on purpose: their turns were lost, as in a restored backup. */
export const listStuckAccounts = (system: Sql, movedBefore: Date): Promise<{ readonly accountId: AccountId }[]> =>
  system.readRows(
    `select distinct account_id as "accountId" from bulk_jobs where status = 'running' and moved_at < $1
     order by account_id limit 1000`,
    [movedBefore],
  )

/** Across accounts on purpose. A hundred at a time, with up to a million releases. */
export const deleteEnded = (system: Sql, endedBefore: Date): Promise<number> =>
  system.execute(
    `delete from bulk_jobs where (account_id, id) in
       (select account_id, id from bulk_jobs where ended_at < $1 order by ended_at limit 100)`,
    [endedBefore],
  )
