import { CommandError, exitCodes } from '@spindle/command-line'

/**
 * CSV (RFC 4180) as spreadsheets read and write it. Text that a spreadsheet would read as a formula gets an apostrophe,
 * which is taken away again. Any text comes back as it was.
 */

/** The signs that formulas and commands begin with, also in other widths. */
const masked = /^'*[=+\-@\t\r＝＋－＠]/u
const unmasked = /^'+[=+\-@\t\r＝＋－＠]/u

/** A cell as it is written: masked if it could be a formula, quoted if it has to be. */
export const formatCell = (text: string): string => {
  const safe = masked.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell, without the apostrophe that masked a formula. */
export const readCell = (text: string): string => (unmasked.test(text) ? text.slice(1) : text)

/** Rows end with CRLF, as in the CSV of the hub; the mark at the start makes spreadsheets read UTF-8. */
export const formatRows = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')}`

/** The cells of a row, and where the row begins. */
export interface CsvRow {
  /** Of the file, starting at 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Separated by what the first line separates with. Throws if a quoted cell does not end. */
export function parseRows(text: string): CsvRow[] {
  const content = text.replace(/^\ufeff/, '')
  const [heading = ''] = content.split(/\r?\n/, 1)
  const separator = [',', ';', '\t'].find((sign) => heading.includes(sign)) ?? ','
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|$)`,
    'y',
  )
  const rows: CsvRow[] = []
  let [line, cells]: [number, string[]] = [1, []]
  let start = 1
  while (cell.lastIndex < content.length) {
    const found = cell.exec(content)
    if (!found) throw unreadable(line)
    const [whole, quoted, plain = '', end = ''] = found
    cells.push(readCell(quoted?.replaceAll('""', '"') ?? plain))
    line += whole.split('\n').length - 1
    if (end === separator && cell.lastIndex < content.length) continue
    if (end === separator) cells.push('')
    if (cells.some((one) => one !== '')) rows.push({ line: start, cells })
    ;[start, cells] = [line, []]
  }
  return rows
}

const unreadable = (line: number): CommandError =>
  new CommandError(`Line ${line} is not valid CSV: a quotation mark is missing or out of place`, {
    code: 'table_invalid',
    exitCode: exitCodes.validation,
  })
