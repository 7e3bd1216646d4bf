import type { ReportField as Field } from '@spindle/contract/vocabulary'
import { noResult, uncalculated } from '../cells/cell-values.ts'
import type { Period } from '../cells/date-cells.ts'
import { isMarkOf } from '../cells/number-cells.ts'
import type { ReportLine } from '../report-line.ts'
import type { ReportProblem } from '../report-problem.ts'
import { hasColumnsOf } from './other-rows.ts'
import { CellProblem, currencyFix, textFields } from './read-field.ts'
import type { TextRecord } from './split-records.ts'
import type { Table } from './table-head.ts'

/** Reads one line of a table by its mapping. */

export type LineReading =
  | { readonly kind: 'line'; readonly line: ReportLine; readonly reported: Period | undefined }
  /** `isChosen`: the mapping itself says that the line is set aside. */
  | { readonly kind: 'problem'; readonly problem: ReportProblem; readonly isChosen: boolean }
  /** The mapping leaves it out. */
  | { readonly kind: 'skipped' }

export function readLine(table: Table, { line, cells }: TextRecord): LineReading {
  if (!hasColumnsOf(table, cells))
    return {
      kind: 'problem',
      isChosen: false,
      problem: {
        line,
        problem: `The line has ${cells.length} columns, but the first line has ${table.names.length}.`,
        fix: 'check the separators and quotes of this line.',
      },
    }
  if (table.isSkipped(cells)) return { kind: 'skipped' }
  try {
    return { kind: 'line', ...lineOf(table, cells) }
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error
    const { field, message, fix } = error
    const column = table.mapping.columns[field] ?? field
    const problem = { line, column, cell: cells[table.places.get(field) ?? -1], problem: message, fix }
    return { kind: 'problem', isChosen: table.mapping.otherwise?.[field] === null, problem }
  }
}

/** Reads the cell of a field: its text, its word in the value map, or what others mean. */
type ReadCell = <F extends Field>(field: F) => ReturnType<Table['readers'][F]>

function cellReader({ cells: map, mapping, places, readers }: Table, cells: readonly string[]): ReadCell {
  return <F extends Field>(field: F) => {
    const read = readers[field] as (text: string) => ReturnType<Table['readers'][F]>
    const text = map.textOf(field, cells[places.get(field) ?? -1] ?? '')
    if (text === uncalculated) throw new CellProblem(field, noResult.problem, noResult.fix)
    try {
      if (textFields.has(field)) map.requireKnown(field, text)
      return read(text)
    } catch (error) {
      const instead = mapping.otherwise?.[field]
      if (!(error instanceof CellProblem) || instead === undefined || instead === null) throw error
      return read(instead)
    }
  }
}

function lineOf(table: Table, cells: readonly string[]) {
  const read = cellReader(table, cells)
  /** With the characters without a sign that emoji and some scripts need. */
  const words = (field: 'title' | 'artist'): string => {
    const written = cells[table.places.get(field) ?? -1]?.trim() ?? ''
    const isOwn =
      written !== uncalculated &&
      table.mapping.values?.[field] === undefined &&
      table.mapping.otherwise?.[field] === undefined
    return isOwn && written !== '' && !written.startsWith('=') ? written : read(field)
  }
  const use = table.useOf(read('use'))
  const quantity = read('quantity')
  const line: ReportLine = {
    isrc: read('isrc'),
    gtin14: read('upc'),
    title: words('title').slice(0, 200),
    artist: words('artist').slice(0, 200),
    store: read('store').slice(0, 64),
    territory: read('territory'),
    model: read('model'),
    ...periodOf(table, read),
    streams: read('streams') || (use === 'streams' ? quantity : ''),
    downloads: read('downloads') || (use === 'downloads' ? quantity : ''),
    ...moneyOf(read),
  }
  return { line, reported: read('reported') }
}

function moneyOf(read: ReadCell): Pick<ReportLine, 'revenue' | 'currency'> {
  const { number: revenue, mark } = read('revenue')
  const currency = read('currency')
  if (revenue === '') return { revenue, currency: '' }
  if (currency === '') throw new CellProblem('currency', 'The line has revenue but no currency.', currencyFix)
  if (!isMarkOf(mark, currency))
    throw new CellProblem(
      'revenue',
      `The amount is in ${mark}, but the currency of the line is ${currency}.`,
      'check which column has the currency of this amount.',
    )
  return { revenue, currency }
}

function periodOf({ mapping: { columns } }: Table, read: ReadCell): Period {
  const period = read('period')
  if (period !== undefined) return period
  const [from, to] = [read('from'), read('to')]
  if (from === undefined || to === undefined)
    throw new CellProblem(
      columns.period !== undefined ? 'period' : from === undefined ? 'from' : 'to',
      'The cell is empty, so the line has no period.',
      'write a date such as 2026-03 into the cell, or name the period of blank cells in "constants" of the mapping.',
    )
  if (to < from) throw new CellProblem('to', `${to} is before ${from}.`, 'check which column has the first day.')
  return { from, to }
}
