import { limits, type TableProblem } from '@spindle/contract'
import { type RecordReader, type RecordTable, ReportRefused } from '../../reports/index.ts'
import { withOpenFile } from '../with-open-file.ts'
import { tableProblem } from './apply-release.ts'
import { namesOfHead, tabsOf, type WantedColumns } from './mappings/read-head.ts'

/** The rows of a table of releases, read in the sandbox; or why it could not be read. */
export const readRecords = (
  { reader }: { readonly reader: Pick<RecordReader, 'read'> },
  content: Buffer,
  wanted: WantedColumns,
): Promise<RecordTable | ReportRefused> =>
  withOpenFile(content, (handle) =>
    reader.read(
      { name: 'table', handle },
      { columns: namesOfHead(wanted), maxRows: limits.maxTableRows, tabs: tabsOf(wanted) },
    ),
  ).catch((error: unknown) => {
    if (error instanceof ReportRefused) return error
    throw error
  })

export const toProblems = ({ problems }: ReportRefused): TableProblem[] =>
  problems.slice(0, 20).map(({ line = null, column = null, problem, fix }) => ({
    ...tableProblem(line, 'table_refused', problem, `${fix.slice(0, 1).toUpperCase()}${fix.slice(1)}`),
    column: column?.slice(0, 500) ?? null,
  }))
