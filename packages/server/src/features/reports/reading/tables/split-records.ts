import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { refuse } from '../report-problem.ts'

/** Splits text into records of cells: CSV of RFC 4180 with any separator and any line end, or lines that are only split. */

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
/** Few enough to be freed early. */
const recordsAtATime = 200

/** The records, some at a time. */
export async function* splitRecords(
  text: AsyncIterable<string>,
  { delimiter, isQuoted }: RecordFormat,
): AsyncGenerator<readonly TextRecord[]> {
  let line = 1
  /** Of the records that were not yet taken. */
  const lines: number[] = []
  const parser = parse({
    delimiter,
    quote: isQuoted ? '"' : false,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quotation mark in the middle of a cell is part of its text.
    relax_quotes: true,
    max_record_size: maxRecordLength,
    // An error discards the records that were not yet taken, so their lines are counted here.
    on_record(cells: string[]): string[] {
      lines.push(line)
      line += 1 + countLineEnds(cells)
      return cells
    },
  })
  // The error of either stream comes from the iteration.
  const records: Readable = pipeline(Readable.from(text), parser, () => undefined)
  let waiting: TextRecord[] = []
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      waiting.push(recordOf(lines.shift() ?? line, cells))
      if (waiting.length < recordsAtATime) continue
      yield waiting
      waiting = []
    }
  } catch (error) {
    throw error instanceof CsvError ? refuseRecord(error, line) : error
  }
  if (waiting.length > 0) yield waiting
}

function countLineEnds(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells)
    if (cell.includes('\n') || cell.includes('\r')) count += cell.split(/\r\n|\n|\r/u).length - 1
  return count
}

function recordOf(line: number, cells: readonly string[]): TextRecord {
  if (cells.length > maxCells)
    throw refuse({ line, problem: `The line has ${cells.length} columns.`, fix: `use at most ${maxCells} columns.` })
  return { line, cells }
}

function refuseRecord(error: CsvError, line: number): Error {
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return refuse({
      line,
      problem: `The line is longer than ${maxRecordLength} characters.`,
      fix: 'check that this is a report and that every quotation mark is closed.',
    })
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return refuse({
      line,
      problem: 'A quotation mark is not closed.',
      fix: 'close it, or double quotation marks that are part of the text.',
    })
  return refuse({
    line,
    problem: 'The line cannot be divided into columns.',
    fix: 'check its separators, and double quotation marks that are part of the text.',
  })
}
