import type {
  TableField,
  TableImportOutcome,
  TableImportStatus,
  TableMapping,
  TablePreset,
  TableProblem,
} from '@spindle/contract'
import type { Sql, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Actor } from '../../releases/index.ts'
import { isReady } from './release-rows-queries.ts'

/** Tables that were handed in. */

export interface TableImportRow {
  readonly id: string
  readonly status: TableImportStatus
  readonly dryRun: boolean
  readonly filename: string | null
  readonly preset: TablePreset | null
  /** The copy that the import was handed in with. */
  readonly mapping: TableMapping | null
  readonly mappingName: string | null
  /** What the columns may mean, if some are only guessed. */
  readonly suggested: TableMapping | null
  /** Which column was read as which field. */
  readonly columns: readonly (readonly [column: string, field: TableField])[]
  readonly sha256: string
  readonly actor: Actor
  readonly head: readonly string[]
  readonly ignored: readonly string[]
  readonly problems: readonly TableProblem[]
  readonly rows: number
  readonly trackCount: number
  readonly createdAt: Date
  readonly endedAt: Date | null
}

/** How many of its releases have each outcome. */
export interface TableCounts {
  readonly outcomes: Readonly<Partial<Record<TableImportOutcome, number>>>
  readonly ready: number
  readonly missing: number
}

export type CountedTableImport = TableImportRow & TableCounts

const columns = `t.id, t.status, t.dry_run as "dryRun", t.filename, t.preset, t.mapping, t.mapping_name as "mappingName", t.suggested,
  t.columns, encode(t.sha256, 'hex') as sha256, t.actor, t.head,
  t.ignored, t.problems, t.row_count as rows, t.track_count as "trackCount", t.created_at as "createdAt", t.ended_at as "endedAt"`

const counted = `select ${columns}, c.outcomes, c.ready, c.missing from table_imports t cross join lateral (
    select coalesce(json_object_agg(outcome, count), '{}') as outcomes, coalesce(sum(ready), 0)::int as ready,
           coalesce(sum(missing), 0)::int as missing
    from (select outcome, count(*)::int as count, sum(missing_count) as missing,
                 count(*) filter (where ${isReady}) as ready
          from table_import_releases r where r.account_id = t.account_id and r.import_id = t.id
          group by outcome) as o) c`

/** Imports that an account creates at the same time are counted one after the other. */
export async function countOpenAlone(trx: TenantTransaction): Promise<number> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('table imports of ' || $1, 0))`)
  const row = await trx.readRow<{ count: number }>(
    'select count(*)::int as count from table_imports where account_id = $1 and ended_at is null',
  )
  return row?.count ?? 0
}

export interface NewTable
  extends Pick<
    TableImportRow,
    'id' | 'dryRun' | 'filename' | 'preset' | 'mapping' | 'mappingName' | 'actor' | 'createdAt'
  > {
  readonly content: Buffer
  readonly digest: Buffer
}

export async function insertTableImport(trx: TenantTransaction, table: NewTable): Promise<void> {
  await trx.execute(
    `insert into table_imports (account_id, id, dry_run, filename, preset, content, sha256, actor, created_at, mapping,
                                mapping_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[table.id, table.dryRun, table.filename, table.preset, table.content, table.digest],
      ...[JSON.stringify(table.actor), table.createdAt],
      ...[table.mapping === null ? null : JSON.stringify(table.mapping), table.mappingName],
    ],
  )
}

export const findTableImport = (tenant: Tenant, id: string): Promise<CountedTableImport | undefined> =>
  tenant.readRow(`${counted} where t.account_id = $1 and t.id = $2`, [id])

export const listTableImportRows = (
  tenant: Tenant,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<CountedTableImport[]> =>
  tenant.readRows(
    `${counted} where t.account_id = $1 and ($2::text is null or t.id < $2) order by t.id desc limit $3`,
    [after ?? null, limit],
  )

export async function countTableImports(tenant: Tenant): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    'select count(*)::int as count from table_imports where account_id = $1',
  )
  return row?.count ?? 0
}

/** Locked until the transaction ends. */
export const lockTableImport = (trx: TenantTransaction, id: string): Promise<TableImportRow | undefined> =>
  trx.row(`select ${columns} from table_imports t where t.account_id = $1 and t.id = $2 for update`, [id])

export const findContent = async (tenant: Tenant, id: string): Promise<Buffer | undefined> =>
  (
    await tenant.readRow<{ content: Buffer }>(
      `select content from table_imports where account_id = $1 and id = $2 and status = 'waiting'`,
      [id],
    )
  )?.content

/** What was read of the names of its columns. */
export type ReadColumns = Pick<TableImportRow, 'preset' | 'head' | 'ignored' | 'columns' | 'suggested'>

/** Before the releases of the table, or before it is refused. */
export async function saveColumns(
  trx: TenantTransaction,
  id: string,
  { preset, head, ignored, columns: read, suggested }: ReadColumns,
): Promise<void> {
  await trx.execute(
    `update table_imports set preset = $3, head = $4, ignored = $5, columns = $6, suggested = $7
     where account_id = $1 and id = $2 and status = 'waiting'`,
    [
      ...[id, preset, JSON.stringify(head), JSON.stringify(ignored), JSON.stringify(read)],
      suggested === null ? null : JSON.stringify(suggested),
    ],
  )
}

export async function startTableImport(
  trx: TenantTransaction,
  id: string,
  { rows, trackCount }: Pick<TableImportRow, 'rows' | 'trackCount'>,
): Promise<void> {
  await trx.execute(
    `update table_imports set status = 'running', content = null, row_count = $3, track_count = $4
     where account_id = $1 and id = $2 and status = 'waiting'`,
    [id, rows, trackCount],
  )
}

export async function refuseTable(
  trx: TenantTransaction,
  id: string,
  { problems, at }: { readonly problems: readonly TableProblem[]; readonly at: Date },
): Promise<void> {
  await trx.execute(
    `update table_imports set status = 'refused', content = null, problems = $3, ended_at = $4
     where account_id = $1 and id = $2 and status = 'waiting'`,
    [id, JSON.stringify(problems), at],
  )
}

/** Once no release is due. */
export async function endTableImport(trx: TenantTransaction, id: string, at: Date): Promise<void> {
  await trx.execute(
    `update table_imports set status = case status when 'undoing' then 'undone' else 'done' end, ended_at = $3
     where account_id = $1 and id = $2 and status in ('running', 'undoing')`,
    [id, at],
  )
}

export async function resumeTableImport(
  trx: TenantTransaction,
  id: string,
  status: 'running' | 'undoing',
): Promise<void> {
  await trx.execute('update table_imports set status = $3, ended_at = null where account_id = $1 and id = $2', [
    id,
    status,
  ])
}

/** Across accounts on purpose: imports without a job, for example in a restored hub. */
export const listOpenTables = (
  system: Sql,
  createdBefore: Date,
): Promise<{ readonly accountId: AccountId; readonly id: string }[]> =>
  system.readRows(
    `select account_id as "accountId", id from table_imports
     where ended_at is null and created_at < $1 order by created_at limit 1000`,
    [createdBefore],
  )

/** Across accounts on purpose: what each release became is known from its events. */
export const deleteOldTables = (system: Sql, endedBefore: Date): Promise<number> =>
  system.execute('delete from table_imports where ended_at < $1', [endedBefore])
