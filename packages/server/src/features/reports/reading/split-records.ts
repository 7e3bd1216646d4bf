import { refuse } from './report-problem.ts'

/** Splits pieces of text into records of cells: CSV of RFC 4180 with any separator, or lines that are only split. */

export interface TextRecord {
  /** The line where it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface RecordFormat {
  readonly delimiter: string
  /** Whether a cell may be quoted, with separators, line breaks and doubled quotes in it. */
  readonly isQuoted: boolean
}

const maxRecordLength = 65_536
const maxCells = 256

/** The records of each piece of text. `formatOf` is called once, with the text up to the end of the first line. */
export async function* splitRecords(
  text: AsyncIterable<string>,
  formatOf: (firstLine: string) => RecordFormat,
): AsyncGenerator<readonly TextRecord[]> {
  let format: RecordFormat | undefined
  let rest = ''
  let line = 1
  for await (const piece of text) {
    rest += piece
    const firstEnd = rest.indexOf('\n')
    if (format === undefined && firstEnd >= 0) format = formatOf(rest.slice(0, firstEnd))
    if (format !== undefined) {
      const taken = takeRecords(rest, { format, line, isEnd: false })
      rest = rest.slice(taken.end)
      line = taken.line
      if (taken.records.length > 0) yield taken.records
    }
    if (rest.length > maxRecordLength) throw tooLong(line)
  }
  if (rest === '') return
  yield takeRecords(rest, { format: format ?? formatOf(rest), line, isEnd: true }).records
}

interface Splitting {
  readonly format: RecordFormat
  readonly line: number
  /** False if more text may follow: the last record is then left for later. */
  readonly isEnd: boolean
}

function takeRecords(text: string, { format, isEnd, line: firstLine }: Splitting) {
  const records: TextRecord[] = []
  let line = firstLine
  let start = 0
  let quote = nextQuote(text, 0, format)
  while (start < text.length) {
    const newLine = text.indexOf('\n', start)
    const end = newLine < 0 ? text.length : newLine
    if (quote < start) quote = nextQuote(text, start, format)
    if (quote > end) {
      if (newLine < 0 && !isEnd) break
      if (end - start > maxRecordLength) throw tooLong(line)
      records.push(recordOf(line, text.slice(start, text[end - 1] === '\r' ? end - 1 : end).split(format.delimiter)))
      line += 1
      start = end + 1
      continue
    }
    const found = takeQuoted(text, start, { format, line, isEnd })
    if (!found) break
    records.push(recordOf(line, found.cells))
    line += found.lines
    start = found.end
  }
  return { records, line, end: Math.min(start, text.length) }
}

function nextQuote(text: string, from: number, { isQuoted }: RecordFormat): number {
  const found = isQuoted ? text.indexOf('"', from) : -1
  return found < 0 ? Number.POSITIVE_INFINITY : found
}

/** Undefined if the record continues after this piece of text. */
function takeQuoted(text: string, start: number, { format: { delimiter }, line, isEnd }: Splitting) {
  const cells: string[] = []
  let at = start
  let lines = 1
  for (;;) {
    const isQuoted = text[at] === '"'
    const cell = isQuoted ? quotedCell(text, at) : plainCell(text, at, delimiter)
    // A carriage return at the end may be the start of a line break.
    const isOpen = cell === undefined || (!isEnd && cell.end >= text.length - (text[cell.end] === '\r' ? 1 : 0))
    if ((isOpen ? text.length : cell.end) - start > maxRecordLength) throw tooLong(line)
    if (isOpen && !isEnd) return undefined
    if (cell === undefined)
      throw refuse({
        line,
        problem: 'A quotation mark is not closed.',
        fix: 'close it, or double quotation marks that are part of the text.',
      })
    cells.push(cell.value)
    if (isQuoted) lines += countNewLines(cell.value)
    const end = text.startsWith('\r\n', cell.end) ? cell.end + 1 : cell.end
    if (end >= text.length || text[end] === '\n') return { cells, lines, end: end + 1 }
    if (text[cell.end] !== delimiter)
      throw refuse({
        line,
        problem: 'There is text after a closing quotation mark.',
        fix: 'double quotation marks that are part of the text.',
      })
    at = cell.end + delimiter.length
  }
}

function quotedCell(text: string, start: number): { value: string; end: number } | undefined {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return undefined
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    from = quote + 2
  }
}

/** A quote in the middle of a cell is part of its text. */
function plainCell(text: string, start: number, delimiter: string): { value: string; end: number } {
  const ends = [text.indexOf(delimiter, start), text.indexOf('\n', start)].filter((place) => place >= 0)
  const end = Math.min(text.length, ...ends)
  const last = text[end] === '\n' && text[end - 1] === '\r' && end > start ? end - 1 : end
  return { value: text.slice(start, last), end: last }
}

const countNewLines = (text: string): number => text.split('\n').length - 1

function recordOf(line: number, cells: readonly string[]): TextRecord {
  if (cells.length > maxCells)
    throw refuse({ line, problem: `The line has ${cells.length} columns.`, fix: `use at most ${maxCells} columns.` })
  return { line, cells }
}

const tooLong = (line: number) =>
  refuse({
    line,
    problem: `The line is longer than ${maxRecordLength} characters.`,
    fix: 'check that this is a report and that every quotation mark is closed.',
  })
