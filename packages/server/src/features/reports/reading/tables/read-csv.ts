import type { Mapping } from '../mapping.ts'
import type { ReportLine } from '../report-line.ts'
import { type ReportProblem, ReportRefused, refuse } from '../report-problem.ts'
import { findTable, maxLinesBefore, startLength } from './find-table.ts'
import { requireTable } from './other-files.ts'
import { lineDetector } from './other-rows.ts'
import { readLine } from './read-line.ts'
import { noteReported, setLineAside, type TableNotes, tableNotes } from './set-aside.ts'
import { splitRecords, type TextRecord } from './split-records.ts'
import { isHead } from './table-columns.ts'
import { type Table, tableOf } from './table-head.ts'

/** A table of a store, read by a mapping. */

const maxProblems = 20

export async function* readCsv(
  text: AsyncIterable<string>,
  mapping: Mapping,
  notes: TableNotes = tableNotes(),
): AsyncGenerator<readonly ReportLine[]> {
  const pieces = text[Symbol.asyncIterator]()
  const start = await takeStart(pieces)
  requireTable(start)
  const { delimiter, offset, linesBefore } = findTable(start, { ...mapping, isHead: (cells) => isHead(cells, mapping) })
  const decimal = mapping.decimal ?? (delimiter === ';' ? ',' : '.')
  const table = continueText(start.slice(offset), pieces)
  yield* readTable(splitRecords(table, { delimiter, isQuoted: true }), { mapping, decimal, linesBefore, notes })
}

export async function* continueText(start: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield start
  yield* { [Symbol.asyncIterator]: () => pieces }
}

export async function takeStart(pieces: AsyncIterator<string>): Promise<string> {
  let start = ''
  while (start.length < startLength) {
    const piece = await pieces.next()
    if (piece.done === true) break
    start += piece.value
  }
  return start
}

/** The sheet of a workbook, of which all rows are in memory. */
export async function* readRows(
  rows: readonly TextRecord[],
  mapping: Mapping,
  notes: TableNotes = tableNotes(),
): AsyncGenerator<readonly ReportLine[]> {
  async function* records(): AsyncGenerator<readonly TextRecord[]> {
    for (let at = 0; at < rows.length; at += 200) yield rows.slice(at, at + 200)
  }
  yield* readTable(records(), { mapping, decimal: mapping.decimal ?? '.', linesBefore: 0, notes })
}

interface TableOptions extends Pick<Table, 'mapping' | 'decimal'> {
  readonly linesBefore: number
  readonly notes: TableNotes
}

/** Reads records of which one of the first names the columns. */
async function* readTable(
  records: AsyncIterable<readonly TextRecord[]>,
  { mapping, decimal, linesBefore, notes }: TableOptions,
): AsyncGenerator<readonly ReportLine[]> {
  const before: TextRecord[] = []
  let take: ReturnType<typeof lineTaker> | undefined
  const problems: ReportProblem[] = []
  let count = 0
  for await (const part of records) {
    const lines: ReportLine[] = []
    for (const { line, cells } of part) {
      const record = { line: line + linesBefore, cells }
      if (take === undefined) {
        if (cells.every((cell) => cell.trim() === '')) continue
        before.push(record)
        if (!isHead(cells, mapping) && before.length < maxLinesBefore) continue
        take = lineTaker(tableOf(isHead(cells, mapping) ? record : widestOf(before), mapping, decimal), notes)
        continue
      }
      const found = take(record)
      if (found === undefined) continue
      if ('problem' in found) problems.push(found)
      else lines.push(found)
      if (problems.length >= maxProblems) throw new ReportRefused(problems)
    }
    count += lines.length
    if (problems.length === 0 && lines.length > 0) yield lines
  }
  if (problems.length > 0) throw new ReportRefused(problems)
  if (count === 0 && notes.setAside.length > 0) throw new ReportRefused(notes.setAside.slice(0, maxProblems))
  if (take !== undefined) return
  if (before.length === 0) throw refuse({ problem: 'The file is empty.', fix: 'download it again from the store.' })
  tableOf(widestOf(before), mapping, decimal)
}

/** Reads the next row: a line, a problem that refuses the table, or undefined for what does not count. */
function lineTaker(table: Table, notes: TableNotes) {
  const isLine = lineDetector(table)
  return (record: TextRecord): ReportLine | ReportProblem | undefined => {
    if (!isLine(record.cells)) return undefined
    const found = readLine(table, record)
    if (found.kind === 'line') {
      noteReported(notes, found.reported)
      return found.line
    }
    if (found.kind === 'skipped') notes.skippedLines += 1
    else if (found.isChosen || notes.setsAside) setLineAside(notes, found.problem)
    else return found.problem
    return undefined
  }
}

/** Probably the names of the columns: the first of the records with the most cells. */
const widestOf = (records: readonly TextRecord[]): TextRecord =>
  records.reduce((widest, one) => (one.cells.length > widest.cells.length ? one : widest))
