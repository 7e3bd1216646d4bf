import type { Log } from '../../platform/logging/log.ts'
import { type ChildRunner, childRunner } from '../media/index.ts'
import { isProblemList } from './reading/answers.ts'
import type { TabLayout } from './reading/records/join-tabs.ts'
import { ReportRefused } from './reading/report-problem.ts'
import { maxNameLength, type OpenFile, readerLimits, readInChild, refuseUnread, Unbelievable } from './run-reader.ts'

/** The rows of a table as text, for features that decide themselves what its columns mean. */
export interface RecordReader {
  /** Throws `ReportRefused`. */
  read(file: OpenFile, wanted: WantedRecords): Promise<RecordTable>
  /** Ends running readings; they reject with `shutting_down`. */
  drain(): Promise<void>
}

export interface WantedRecords {
  /** Names of columns in the form of `spelled`: the first line with two of them is the head. */
  readonly columns: readonly string[]
  readonly maxRows: number
  /** Workbooks of which several tabs are one table. */
  readonly tabs: readonly TabLayout[]
}

export interface RecordTable {
  readonly head: readonly string[]
  readonly rows: readonly TableRow[]
}

export interface TableRow {
  /** In the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** A table of 8 MiB has less; a workbook can repeat one text in many cells. */
const limits = { ...readerLimits, timeoutMs: 60_000, maxOutputBytes: 48 * 1024 ** 2 }
const inParts = 'import it in parts.'

export function recordReader({
  log,
  children = childRunner(),
}: {
  readonly log: Log
  readonly children?: ChildRunner | undefined
}): RecordReader {
  return {
    async read(file, wanted) {
      const task = { ...wanted, names: [file.name.slice(0, maxNameLength)] }
      let head: readonly string[] | undefined
      const rows: TableRow[] = []
      let ended: number | undefined
      const take = async (line: Buffer): Promise<void> => {
        const answer = parseRecords(line.toString('utf8'))
        if (answer === undefined || ended !== undefined) throw new Unbelievable('its output is not a valid result')
        if (answer.problems !== undefined) throw new ReportRefused(answer.problems)
        head ??= answer.head
        rows.push(...(answer.rows ?? []))
        ended = answer.end
      }
      await readInChild({ log, children }, { files: [file], task, limits, take, fix: inParts })
      if (head === undefined || ended !== rows.length || rows.length > wanted.maxRows)
        throw refuseUnread(log, { reason: 'its answer had no end', stderr: '' }, inParts)
      return { head, rows }
    },
    drain: () => children.stop(),
  }
}

interface RecordsAnswer {
  readonly head?: readonly string[]
  readonly rows?: readonly TableRow[]
  readonly end?: number
  readonly problems?: ConstructorParameters<typeof ReportRefused>[0]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 65_536
const areCells = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 256 && value.every(isText)
/** The database takes neither NUL nor half of a surrogate pair, and a workbook can have both. */
const storable = (cell: string): string => cell.toWellFormed().replaceAll('\0', '')
const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Undefined for anything except exactly an answer. */
function parseRecords(written: string): RecordsAnswer | undefined {
  let value: Readonly<Record<string, unknown>> | null
  try {
    value = JSON.parse(written) as Readonly<Record<string, unknown>> | null
  } catch {
    return undefined
  }
  const { head, rows, end, problems } = value ?? {}
  if (areCells(head)) return { head: head.map(storable) }
  if (Array.isArray(rows)) {
    const parsed = rows.flatMap((row: unknown) =>
      Array.isArray(row) && row.length === 2 && isLine(row[0]) && areCells(row[1])
        ? [{ line: row[0], cells: row[1].map(storable) }]
        : [],
    )
    return parsed.length === rows.length ? { rows: parsed } : undefined
  }
  if (Number.isSafeInteger(end)) return { end: Number(end) }
  return isProblemList(problems) ? { problems } : undefined
}
