import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import type { DecimalSign } from '../cells/cell-values.ts'
import { refuse } from '../report-problem.ts'
import type { TextRecord } from '../tables/split-records.ts'

/**
 * The sheet of a workbook (xlsx, xlsb, xls, ods) as records. Numbers are written as they are stored, not as they are
 * shown, so a code in a cell of numbers is complete.
 */

const { is_date: isDateFormat } = SSF as { readonly is_date: (format: string) => boolean }

const maxRows = 200_000
const maxColumns = 256
const firstRows = 50

export interface Sheet {
  readonly name: string
  readonly records: readonly TextRecord[]
}

interface WantedSheet {
  readonly decimal?: DecimalSign | undefined
  /** Whether these cells are the names of the columns. */
  readonly isHead: (cells: readonly string[]) => boolean
}

/** Throws `ReportRefused`. */
export function readWorkbook(bytes: Buffer, { decimal = '.', isHead }: WantedSheet): readonly TextRecord[] {
  return findSheet(readSheets(bytes, decimal), isHead)
}

/** All sheets of a workbook. Throws `ReportRefused`. */
export function readSheets(bytes: Buffer, decimal: DecimalSign = '.'): readonly Sheet[] {
  const book = open(bytes)
  return book.SheetNames.map((name) => ({ name, records: recordsOf(book, name, decimal) }))
}

/** The only sheet with such a head. Throws `ReportRefused` if there are several. */
export function findSheet(sheets: readonly Sheet[], isHead: WantedSheet['isHead']): readonly TextRecord[] {
  const filled = sheets.filter(({ records }) => records.length > 0)
  const fitting = filled.filter(({ records }) => records.slice(0, firstRows).some(({ cells }) => isHead(cells)))
  if (fitting.length > 1)
    throw refuse({
      problem: `Several sheets have lines: ${fitting
        .map(({ name }) => `"${name}"`)
        .join(', ')
        .slice(0, 500)}.`,
      fix: 'save each sheet as CSV and import them one by one.',
    })
  return (fitting[0] ?? filled[0])?.records ?? []
}

/** The first rows of all its sheets. */
export function readFirstRowsOfWorkbook(bytes: Buffer): readonly (readonly string[])[] {
  const book = open(bytes, firstRows)
  return book.SheetNames.flatMap((name) => recordsOf(book, name, '.').map(({ cells }) => cells))
}

function open(bytes: Buffer, rows = maxRows + 1): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellFormula: false,
      cellHTML: false,
      sheetRows: rows,
    })
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/iu.test(error.message)
    throw refuse({
      problem: isLocked ? 'The file is an Excel workbook with a password.' : 'The Excel workbook cannot be read.',
      fix: 'open it and save the sheet as CSV.',
    })
  }
}

function recordsOf({ Sheets, Workbook }: WorkBook, name: string, decimal: DecimalSign): readonly TextRecord[] {
  const sheet: WorkSheet | undefined = Sheets[name]
  // Without holes: empty rows are missing from the sheet.
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = Array.from(sheet?.['!data'] ?? [])
  if (rows.length > maxRows)
    throw refuse({ problem: `The sheet has more than ${maxRows} rows.`, fix: 'save the sheet as CSV.' })
  const epoch = Workbook?.WBProps?.date1904 ? 1462 : 0
  const width = Math.min(maxColumns, Math.max(0, ...rows.slice(0, firstRows).map((row) => row?.length ?? 0)))
  return rows.flatMap((row, index) => {
    const cells = Array.from({ length: Math.max(width, Math.min(maxColumns, row?.length ?? 0)) }, (_, place) =>
      writeCell(row?.[place], { decimal, epoch }),
    )
    return cells.some((cell) => cell !== '') || index > 0 ? [{ line: index + 1, cells }] : []
  })
}

interface Writing {
  readonly decimal: DecimalSign
  /** Days between the dates of this workbook and those of others. */
  readonly epoch: number
}

function writeCell(cell: CellObject | undefined, { decimal, epoch }: Writing): string {
  if (cell?.v === undefined || cell.t === 'z') return ''
  if (cell.t === 'e') return cell.w ?? '#ERROR!'
  if (typeof cell.v !== 'number') return String(cell.v)
  const format = typeof cell.z === 'string' ? cell.z : ''
  return isDateFormat(format) ? writeDate(cell.v + epoch, format) : String(cell.v).replace('.', decimal)
}

/** A cell that shows only month and year, such as `Mar-26`, is a month. */
function writeDate(serial: number, format: string): string {
  const day = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000)
  if (Number.isNaN(day.getTime())) return String(serial)
  const written = day.toISOString()
  const shown = format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./gu, '')
  return written.slice(0, /d/iu.test(shown) ? 10 : 7)
}
