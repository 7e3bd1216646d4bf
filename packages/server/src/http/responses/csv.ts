/**
 * CSV (RFC 4180) that a spreadsheet cannot be tricked with: text that would be read as a formula gets an apostrophe,
 * and every text is quoted. Spreadsheets of some countries split at semicolons or tabs all the same, and end a cell at
 * a line, so what follows one of them inside a text is treated as the beginning of a cell.
 */

export type CsvValue = string | number | boolean | CsvDecimal | null | undefined

/** A number that has more digits than a `number` keeps, as text of the database: `-12.50` is not a formula. */
export interface CsvDecimal {
  readonly decimal: string
}

export const csvMediaType = 'text/csv'

/**
 * The same answer with a byte order mark in front of CSV, for people: without one, Excel reads UTF-8 as the encoding of the
 * region. Programs get none, as it would be a part of the name of the first column.
 */
export function markForSpreadsheets<T extends Marked>(answer: T): T {
  if (!answer.headers['content-type']?.startsWith(csvMediaType)) return answer
  const { body, stream } = answer
  return {
    ...answer,
    ...(body !== undefined && { body: `${mark}${body}` }),
    ...(stream && { stream: withMark(stream) }),
  }
}

interface Marked {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly stream?: AsyncIterable<string>
}

const mark = '\ufeff'

async function* withMark(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  // With the first piece, so that what fails before it still becomes an error.
  let before = mark
  for await (const piece of pieces) {
    yield `${before}${piece}`
    before = ''
  }
}

/** Lines end with CR LF, the first one holds the names of the columns, as they are. */
export const formatCsv = (columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `${columns.join(',')}\r\n${formatCsvLines(rows)}`

/** Further lines, for who makes them one after the other. */
export const formatCsvLines = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')

/** The signs formulas and commands begin with, also in other widths. */
const sign = '[=+\\-@|%\uff1d\uff0b\uff0d\uff20\uff5c\uff05\ufe66\ufe62\ufe63\ufe6b\ufe6a\u2212]'
/** What spreadsheets skip before them: blanks of every kind, invisible characters, quotes. */
const skipped = `[\\s\\p{Z}\\p{C}"'\u2018\u2019\u201c\u201d]*`

const formulaStart = new RegExp(`^(?:[\\t\\r\\n]|${skipped}${sign})`, 'u')
const innerFormula = new RegExp(`([;\\t\\r\\n])(?=${skipped}${sign})`, 'gu')

function formatCell(value: CsvValue): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'object') return value.decimal
  if (typeof value !== 'string') return String(value)
  const masked = value.replaceAll(innerFormula, "$1'")
  const text = formulaStart.test(value) ? `'${masked}` : masked
  return `"${text.replaceAll('"', '""')}"`
}
