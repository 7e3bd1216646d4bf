import type { MissingFile, TableImportOutcome, TableProblem } from '@spindle/contract'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { TableRow } from '../../reports/index.ts'
import type { RowGroup } from './group-rows.ts'

/** The releases of a table: their rows and their outcomes. */

export interface ReleaseRow {
  readonly position: number
  readonly key: string
  readonly title: string | null
  readonly line: number
  readonly rowCount: number
  readonly outcome: TableImportOutcome
  readonly releaseId: string | null
  readonly problems: readonly TableProblem[]
  readonly missing: readonly MissingFile[]
}

/** One that a job looks at. */
export interface DueRelease extends ReleaseRow {
  readonly rows: readonly (readonly [number, readonly string[]])[]
  readonly revision: number | null
}

const columns = `position, key, title, line, row_count as "rowCount", outcome, release_id as "releaseId", problems, missing`

export async function insertReleaseRows(
  trx: TenantTransaction,
  importId: string,
  groups: readonly RowGroup[],
): Promise<void> {
  const rows = groups.map(({ key, title, rows: own }, index) => ({
    ...{ position: index + 1, key, title, line: own[0]?.line ?? 1, row_count: own.length },
    rows: own.map(({ line, cells }) => [line, cells]),
  }))
  await trx.execute(
    `insert into table_import_releases (account_id, import_id, position, key, title, line, row_count, rows)
     select $1, $2, t.* from json_to_recordset($3)
       as t(position int, key text, title text, line int, row_count int, rows json)`,
    [importId, JSON.stringify(rows)],
  )
}

export const listDue = (tenant: Tenant, importId: string, limit: number): Promise<DueRelease[]> =>
  tenant.readRows(
    `select ${columns}, rows, revision from table_import_releases
     where account_id = $1 and import_id = $2 and is_due order by position limit $3`,
    [importId, limit],
  )

export const hasDue = async (trx: TenantTransaction, importId: string): Promise<boolean> =>
  (await trx.readRow(
    'select 1 from table_import_releases where account_id = $1 and import_id = $2 and is_due limit 1',
    [importId],
  )) !== undefined

/** False once another worker has processed it. */
export const lockDue = async (trx: TenantTransaction, importId: string, position: number): Promise<boolean> =>
  (await trx.execute(
    `select 1 from table_import_releases
     where account_id = $1 and import_id = $2 and position = $3 and is_due for update`,
    [importId, position],
  )) > 0

/** The line of the first row of another release of the table that is this one. */
export const findOtherLine = async (
  trx: TenantTransaction,
  importId: string,
  { position, releaseId }: { readonly position: number; readonly releaseId: string },
): Promise<number | undefined> =>
  (
    await trx.readRow<{ line: number }>(
      `select line from table_import_releases
       where account_id = $1 and import_id = $2 and release_id = $3 and position <> $4`,
      [importId, releaseId, position],
    )
  )?.line

export interface Settled {
  readonly outcome: TableImportOutcome
  readonly releaseId: string | null
  readonly revision: number | null
  readonly problems: readonly TableProblem[]
  readonly missing: readonly MissingFile[]
}

export async function settleRelease(
  trx: TenantTransaction,
  importId: string,
  position: number,
  { outcome, releaseId, revision, problems, missing }: Settled,
): Promise<void> {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  await trx.execute(
    `update table_import_releases
     set is_due = false, outcome = $4, release_id = $5, revision = $6, problems = $7, errors = $8, missing = $9,
         missing_count = $10
     where account_id = $1 and import_id = $2 and position = $3`,
    [
      ...[importId, position, outcome, releaseId, revision, JSON.stringify(problems.slice(0, maxProblems)), errors],
      ...[JSON.stringify(missing), missing.length],
    ],
  )
}

/** As many as an answer has. */
const maxProblems = 50

/** The releases that still wait for files. */
export const askForMasters = (trx: TenantTransaction, importId: string): Promise<number> =>
  trx.execute(
    `update table_import_releases set is_due = true
     where account_id = $1 and import_id = $2 and missing_count > 0 and outcome in ('created', 'updated', 'unchanged')`,
    [importId],
  )

export const askForUndo = (trx: TenantTransaction, importId: string): Promise<number> =>
  trx.execute(
    `update table_import_releases set is_due = true
     where account_id = $1 and import_id = $2 and outcome = 'created'`,
    [importId],
  )

export interface ReleaseFilter {
  readonly outcome: TableImportOutcome | undefined
  readonly missingFiles: boolean | undefined
  readonly ready: boolean | undefined
}

/** Imported, and nothing stopped its submission then. */
export const isReady = `(errors = 0 and outcome in ('created', 'updated', 'unchanged'))`

const filtered = `account_id = $1 and import_id = $2 and ($3::text is null or outcome = $3)
       and ($4::boolean is null or (missing_count > 0) = $4) and ($5::boolean is null or ${isReady} = $5)`
const valuesOf = (importId: string, { outcome, missingFiles, ready }: ReleaseFilter) => [
  importId,
  outcome ?? null,
  missingFiles ?? null,
  ready ?? null,
]

export const listReleaseRows = (
  tenant: Tenant,
  importId: string,
  { limit, after, ...filter }: ReleaseFilter & { readonly limit: number; readonly after: number | undefined },
): Promise<ReleaseRow[]> =>
  tenant.readRows(
    `select ${columns} from table_import_releases
     where ${filtered} and ($6::int is null or position > $6) order by position limit $7`,
    [...valuesOf(importId, filter), after ?? null, limit],
  )

export async function countReleaseRows(tenant: Tenant, importId: string, filter: ReleaseFilter): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(*)::int as count from table_import_releases where ${filtered}`,
    valuesOf(importId, filter),
  )
  return row?.count ?? 0
}

/** With their rows: those with errors. */
export const listFaulty = (tenant: Tenant, importId: string, after: number, limit: number): Promise<DueRelease[]> =>
  tenant.readRows(
    `select ${columns}, rows, revision from table_import_releases
     where account_id = $1 and import_id = $2 and errors > 0 and position > $3 order by position limit $4`,
    [importId, after, limit],
  )

export const toTableRows = ({ rows }: Pick<DueRelease, 'rows'>): TableRow[] =>
  rows.map(([line, cells]) => ({ line, cells }))
