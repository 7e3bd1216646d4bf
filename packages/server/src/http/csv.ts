/**
 * CSV (RFC 4180) that a spreadsheet cannot be tricked with: text that would be read as a formula gets an apostrophe, and
 * every text stands in quotes, because some spreadsheets also split at semicolons.
 */

export type CsvValue = string | number | boolean | CsvDecimal | null | undefined

/** A number that has more digits than a `number` keeps, as text of the database: `-12.50` is no formula. */
export interface CsvDecimal {
  readonly decimal: string
}

export const csvMediaType = 'text/csv'

/** Lines end with CR LF, the first one holds the names of the columns, as they are. */
export const formatCsv = (columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `${columns.join(',')}\r\n${formatCsvLines(rows)}`

/** Further lines, for who makes them one after the other. */
export const formatCsvLines = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')

/** The signs formulas begin with, also in their full width, and the blanks a spreadsheet skips before them. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

function formatCell(value: CsvValue): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'object') return value.decimal
  if (typeof value !== 'string') return String(value)
  const text = formulaStart.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
