import type { Tenant, Transaction } from '../../platform/database/sql.ts'
import type { ReportProblem } from './reading/report-problem.ts'
import type { Report } from './report-queries.ts'

/** Lines of reports that could not be read and were set aside; they belong to the importer of the report. */

export interface SetAsideRow {
  readonly line: number
  /** Null if the whole line cannot be read. */
  readonly column: string | null
  readonly cell: string | null
  readonly problem: string
  readonly fix: string
}

/** PostgreSQL has no text with the NUL character. */
const textOf = (text: string | undefined, most: number): string | null =>
  text?.replaceAll('\0', '').slice(0, most) ?? null

export async function insertSetAside(
  trx: Transaction,
  { id, owner }: Pick<Report, 'id' | 'owner'>,
  problems: readonly ReportProblem[],
): Promise<void> {
  const rows = problems.map(({ line, column, cell, problem, fix }) => ({
    line,
    column: textOf(column, 200) || null,
    cell: textOf(cell, 200),
    problem: textOf(problem, 500),
    fix: textOf(fix, 500),
  }))
  await trx.execute(
    `insert into set_aside_report_lines (report_owner, report_id, account_id, line, column_name, cell, problem, fix)
     select $1, $2, nullif($1::text, ''), line, "column", cell, problem, fix
     from jsonb_to_recordset($3::jsonb) as row (line int, "column" text, cell text, problem text, fix text)
     on conflict do nothing`,
    [owner, id, JSON.stringify(rows)],
  )
}

const selectRows = `
  select line, column_name as "column", cell, problem, fix from set_aside_report_lines
  where report_owner = $1 and report_id = $2 and line > $3 order by line limit $4`

/** The first ones in the order of the file. */
export const listSetAside = (
  trx: Transaction,
  { id, owner }: Pick<Report, 'id' | 'owner'>,
  limit: number,
): Promise<SetAsideRow[]> => trx.readRows(selectRows, [owner, id, 0, limit])

/** Of a report of the account. `after` is the line before the first one. */
export const listSetAsideRows = (
  tenant: Tenant,
  reportId: string,
  { limit, after = 0 }: { readonly limit: number; readonly after?: number | undefined },
): Promise<SetAsideRow[]> => tenant.readRows(selectRows, [reportId, after, limit])
