import { type CellObject, type Range, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { type DecimalSign, uncalculated } from '../cells/cell-values.ts'
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
  readonly isHidden: boolean
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
  return book.SheetNames.map((name, place) => ({
    name,
    isHidden: (book.Workbook?.Sheets?.[place]?.Hidden ?? 0) !== 0,
    records: recordsOf(book, name, decimal),
  }))
}

/**
 * The only sheet with such a head. Hidden ones count if no other has it: their author did not mean them to be read.
 * Throws `ReportRefused` if there are several.
 */
export function findSheet(sheets: readonly Sheet[], isHead: WantedSheet['isHead']): readonly TextRecord[] {
  const filled = sheets.filter(({ records }) => records.some(({ cells }) => cells.some((cell) => cell !== '')))
  const all = filled.filter(({ records }) => records.slice(0, firstRows).some(({ cells }) => isHead(cells)))
  const shown = all.filter(({ isHidden }) => !isHidden)
  const fitting = shown.length > 0 ? shown : all
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
  const isOfXml = bytes.includes('xl/workbook.xml')
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      // To notice those without a result, which the library leaves out. Other kinds of workbooks always have results.
      cellFormula: isOfXml,
      sheetStubs: isOfXml,
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
  const rows: Rows = Array.from(sheet?.['!data'] ?? [])
  if (rows.length > maxRows)
    throw refuse({ problem: `The sheet has more than ${maxRows} rows.`, fix: 'save the sheet as CSV.' })
  const writing = { decimal, epoch: Workbook?.WBProps?.date1904 ? 1462 : 0, isUncalculated: isUncalculated(Workbook) }
  fillMerged(rows, sheet?.['!merges'])
  const width = Math.min(maxColumns, Math.max(0, ...rows.slice(0, firstRows).map((row) => row?.length ?? 0)))
  return rows.flatMap((row, index) => {
    const cells = Array.from({ length: Math.max(width, Math.min(maxColumns, row?.length ?? 0)) }, (_, place) =>
      writeCell(row?.[place], writing),
    )
    return cells.some((cell) => cell !== '') || index > 0 ? [{ line: index + 1, cells }] : []
  })
}

/** As a spreadsheet shows them (ECMA-376, 18.18.11); the library keeps their numbers. */
const errorNames: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

interface Writing {
  readonly decimal: DecimalSign
  /** Days between the dates of this workbook and those of others. */
  readonly epoch: number
  /** The program that wrote it left the results to the next one, with 0 in their places. */
  readonly isUncalculated: boolean
}

/** An element that the types of the library leave out (ECMA-376, 18.2.2). */
function isUncalculated(workbook: WorkBook['Workbook']): boolean {
  const { CalcPr } = (workbook ?? {}) as { readonly CalcPr?: { readonly fullCalcOnLoad?: unknown } }
  return ['1', 'true', true].includes(CalcPr?.fullCalcOnLoad as string)
}

type Rows = readonly ((CellObject | undefined)[] | undefined)[]

/**
 * A cell that is merged with those below it means each of their rows: a store, a month, a code. An amount or a count
 * does not: it would count once for each row. Ranges of a spreadsheet never overlap; those of a forged one could fill each
 * cell a million times. Throws `ReportRefused`.
 */
function fillMerged(rows: Rows, merges: readonly Range[] = []): void {
  let left = rows.length * maxColumns
  for (const { s: first, e: last } of merges) {
    const cell = rows[first.r]?.[first.c]
    if (cell === undefined || (cell.t === 'n' && !isDateCell(cell) && !isLikeCode(cell.v))) continue
    const below = rows.slice(first.r + 1, last.r + 1)
    left -= below.length
    if (left < 0) throw refuse({ problem: 'Merged cells overlap.', fix: 'unmerge them, and import the file again.' })
    for (const row of below) if (row) row[first.c] = cell
  }
}

const isDateCell = ({ z }: CellObject): boolean => typeof z === 'string' && isDateFormat(z)

/** Whether a number has the digits of a UPC or EAN, without its zeros at the start. */
const isLikeCode = (value: CellObject['v']): boolean => Number.isSafeInteger(value) && Number(value) >= 1e8

const hasNoResult = ({ f, t, v }: CellObject, isLeftOut: boolean): boolean =>
  f !== undefined && (t === 'z' || (isLeftOut && v === 0))

function writeCell(cell: CellObject | undefined, { decimal, epoch, isUncalculated }: Writing): string {
  if (cell !== undefined && hasNoResult(cell, isUncalculated)) return uncalculated
  if (cell?.v === undefined || cell.t === 'z') return ''
  if (cell.t === 'e') return errorNames[Number(cell.v)] ?? '#ERROR!'
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
