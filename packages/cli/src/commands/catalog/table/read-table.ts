import { CommandError, exitCodes } from '@spindle/command-line'
import type { TableRow } from './compare-table.ts'
import { type CsvRow, parseRows } from './csv.ts'
import { keyColumns, memberColumns, tableColumns } from './table-columns.ts'

/** The rows of an edited table. Throws if a column is unknown, or a row does not say which release it is. */
export function readTable(text: string): TableRow[] {
  const [heading, ...rows] = parseRows(text)
  const names = heading?.cells ?? []
  const missing = keyColumns.filter((name) => !names.includes(name))
  if (missing.length > 0) throw invalid(1, `the column ${missing[0]} is missing`)
  const unknown = names.find((name) => name !== '' && !tableColumns.includes(name))
  if (unknown !== undefined) throw invalid(1, `the column "${unknown}" is unknown. Use ${tableColumns.join(', ')}`)
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice !== undefined) throw invalid(1, `the column "${twice}" is there twice. Remove one of them`)
  return rows.map((row) => readRow(row, names))
}

function readRow({ line, cells }: CsvRow, names: readonly string[]): TableRow {
  const cell = (name: string): string => cells[names.indexOf(name)] ?? ''
  const [releaseId, revision, trackId] = keyColumns.map(cell) as [string, string, string]
  if (!/^rel_[0-9A-HJKMNP-TV-Z]{26}$/.test(releaseId)) throw invalid(line, 'releaseId is not the id of a release')
  if (!/^[1-9]\d{0,6}$/.test(revision)) throw invalid(line, 'revision is not a number')
  const members = memberColumns.filter((name) => names.includes(name))
  const rounded = members.find((name) => /^\d([.,]\d+)?E\+\d+$/i.test(cell(name)))
  if (rounded !== undefined)
    throw invalid(line, `the spreadsheet has rounded ${rounded} to ${cell(rounded)}. Format the column as text`)
  return {
    line,
    releaseId,
    revision: Number(revision),
    trackId,
    cells: new Map(members.map((name) => [name, cell(name)])),
  }
}

const invalid = (line: number, why: string): CommandError =>
  new CommandError(`Line ${line}: ${why}`, { code: 'table_invalid', exitCode: exitCodes.validation })
