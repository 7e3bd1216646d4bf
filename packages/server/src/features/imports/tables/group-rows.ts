import type { TableField } from '@spindle/contract'
import type { TableRow } from '../../reports/index.ts'
import type { TableColumns } from './mappings/read-head.ts'
import { readIsrcCell, readUpc, textOfCell } from './read-cell.ts'

/** Several rows are one release: those with the same id, name of the release, externalId or UPC. */

export interface RowGroup {
  /** What its rows have in common; the line of the row if it has nothing of it. */
  readonly key: string
  readonly title: string | null
  readonly rows: readonly TableRow[]
}

/** Best first: what says most about which release is meant. */
const keyFields = ['releaseId', 'release', 'externalId', 'upc'] as const satisfies readonly TableField[]

/** As the table has it. */
export const writtenOf = (row: TableRow, { places }: TableColumns, field: TableField): string =>
  textOfCell(row.cells[places.get(field) ?? -1] ?? '')

/** With the words and the constants of the mapping. */
export const cellOf = (row: TableRow, columns: TableColumns, field: TableField): string =>
  columns.meaningOf(field, writtenOf(row, columns, field))

/** One code in two spellings is one release. */
function keyOf(row: TableRow, columns: TableColumns): string | undefined {
  const field = keyFields.find((one) => cellOf(row, columns, one) !== '')
  if (field === undefined) return undefined
  const text = cellOf(row, columns, field)
  const upc = field === 'upc' ? readUpc(text) : undefined
  return upc && 'value' in upc ? `upc ${upc.value}` : `${field} ${text}`
}

const wordOf = (key: string): string => key.slice(key.indexOf(' ') + 1)

/** In the order of their first rows. Rows of deleted releases in the export of the hub are left out. */
export function groupRows(rows: readonly TableRow[], columns: TableColumns): RowGroup[] {
  const groups = new Map<string, TableRow[]>()
  for (const row of rows) {
    if (/^true$/iu.test(cellOf(row, columns, 'deleted'))) continue
    const key = keyOf(row, columns) ?? `line ${row.line}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups].map(([key, own]) => ({
    key: wordOf(key).slice(0, 300),
    title:
      own
        .map((row) => cellOf(row, columns, 'releaseTitle'))
        .find((title) => title !== '')
        ?.slice(0, 500) ?? null,
    rows: own,
  }))
}

/** Whether the rows say which release they are: without it, the same table twice would make two. */
export const hasKey = (row: TableRow, columns: TableColumns): boolean => keyOf(row, columns) !== undefined

export const isrcOf = (text: string): string | undefined => {
  const isrc = readIsrcCell(text)
  return 'value' in isrc && isrc.value !== '' ? isrc.value : undefined
}
