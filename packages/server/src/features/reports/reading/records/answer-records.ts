import type { ReportFile } from '../answer-task.ts'
import { noResult, uncalculated } from '../cells/cell-values.ts'
import { spelled } from '../cells/code-cells.ts'
import { ReportRefused, refuse } from '../report-problem.ts'
import { findTable, maxLinesBefore } from '../tables/find-table.ts'
import { requireTable } from '../tables/other-files.ts'
import { continueText, takeStart } from '../tables/read-csv.ts'
import { splitRecords, type TextRecord } from '../tables/split-records.ts'
import { joinTabs, type TabLayout } from './join-tabs.ts'

/** The rows of any table as they are: its columns are known by their names, and what they mean is decided elsewhere. */

export interface RecordsTask {
  readonly names: readonly string[]
  /** In the form of `spelled`. */
  readonly columns: readonly string[]
  readonly maxRows: number
  /** Workbooks of which several tabs are one table. */
  readonly tabs: readonly TabLayout[]
}

/** With fewer, a line of text before the table could be taken for its head. */
const fewestKnown = 2

export async function answerRecords(
  { columns, maxRows, tabs }: RecordsTask,
  [file]: readonly ReportFile[],
  say: (answer: string) => void | Promise<void>,
): Promise<void> {
  const tell = (answer: unknown) => say(`${JSON.stringify(answer)}\n`)
  const known = new Set(columns)
  const isHead = (cells: readonly string[]): boolean =>
    new Set(cells.map(spelled).filter((name) => known.has(name))).size >= fewestKnown
  try {
    let head: readonly string[] | undefined
    let count = 0
    const before: string[] = []
    if (file) {
      for await (const part of readRecords(file, { isHead, tabs })) {
        const rows: [number, readonly string[]][] = []
        for (const { line, cells } of part) {
          if (cells.every((cell) => cell.trim() === '')) continue
          if (head !== undefined) rows.push([line, cells])
          else if (isHead(cells)) {
            head = cells.map((cell) => cell.trim())
            await tell({ head })
          } else if (before.push(cells.join(', ')) >= maxLinesBefore) throw refuseHead(before)
        }
        count += rows.length
        if (count > maxRows)
          throw refuse({ problem: `The table has more than ${maxRows} rows.`, fix: 'import it in parts.' })
        if (rows.length > 0) await tell({ rows })
      }
    }
    if (head === undefined) throw refuseHead(before)
    await tell({ end: count })
  } catch (error) {
    if (!(error instanceof ReportRefused)) throw error
    await tell({ problems: error.problems })
  }
}

async function* readRecords(
  file: ReportFile,
  { isHead, tabs }: Pick<RecordsTask, 'tabs'> & { readonly isHead: (cells: readonly string[]) => boolean },
): AsyncGenerator<readonly TextRecord[]> {
  const workbook = await file.workbook?.()
  if (workbook !== undefined) {
    const { findSheet, readSheets } = await import('../files/read-workbook.ts')
    const sheets = readSheets(workbook)
    const joined = tabs.map((layout) => joinTabs(sheets, layout)).find((rows) => rows !== undefined)
    const rows = joined ?? findSheet(sheets, isHead)
    requireResults(rows)
    for (let at = 0; at < rows.length; at += 200) yield rows.slice(at, at + 200)
    return
  }
  const pieces = file.text()[Symbol.asyncIterator]()
  const start = await takeStart(pieces)
  requireTable(start)
  const { delimiter, offset, linesBefore } = findTable(start, { isHead })
  const table = continueText(start.slice(offset), pieces)
  for await (const part of splitRecords(table, { delimiter, isQuoted: true }))
    yield part.map(({ line, cells }) => ({ line: line + linesBefore, cells }))
}

/** Any text can be a title, so a formula without a result would become one. */
function requireResults(rows: readonly TextRecord[]): void {
  const without = rows.find(({ cells }) => cells.includes(uncalculated))
  if (without !== undefined) throw refuse({ line: without.line, ...noResult })
}

function refuseHead([first]: readonly string[]): ReportRefused {
  return first === undefined
    ? refuse({ problem: 'The file is empty.', fix: 'fill the template of the hub.' })
    : refuse({
        problem: `No line has names of columns that the hub knows. The first line is: ${first.slice(0, 500)}`,
        fix: 'use the column names of the template, such as upc, releaseTitle and trackTitle, or import with a mapping.',
      })
}
