/** CSV (RFC 4180) that a spreadsheet cannot be tricked with: text that would be read as a formula gets an apostrophe. */

export type CsvValue = string | number | boolean | null | undefined

export const csvMediaType = 'text/csv'

/** Lines end with CR LF, the first one holds the names of the columns. */
export const formatCsv = (columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
