import type { Period } from '../cells/date-cells.ts'
import { type ReportProblem, refuse } from '../report-problem.ts'

/** What the reading of a table finds besides its lines. All of it is bounded: a table has millions of lines. */
export interface TableNotes {
  /** Lines that cannot be read are set aside; otherwise they refuse the table. */
  readonly setsAside: boolean
  readonly setAside: ReportProblem[]
  skippedLines: number
  /** The reporting dates of the lines, by their text. */
  readonly reported: Map<string, Period>
  /** A line has no reporting date. */
  isUndated: boolean
}

/** More of them mean a wrong mapping or a damaged file. */
export const maxSetAside = 1000
/** The statements of ten years have fewer. */
const maxReported = 5000
const maxCellLength = 200

export const tableNotes = (setsAside = false): TableNotes => ({
  setsAside,
  setAside: [],
  skippedLines: 0,
  reported: new Map(),
  isUndated: false,
})

export function setLineAside({ setAside }: TableNotes, problem: ReportProblem): void {
  if (setAside.length >= maxSetAside)
    throw refuse({
      line: problem.line,
      problem: `More than ${maxSetAside} lines cannot be read; this is the last: ${problem.problem}`,
      fix: 'check the mapping, or get the file again from the store.',
    })
  setAside.push({ ...problem, cell: problem.cell?.slice(0, maxCellLength) })
}

export function noteReported(notes: TableNotes, reported: Period | undefined): void {
  if (reported === undefined) {
    notes.isUndated = true
    return
  }
  const key = `${reported.from} ${reported.to}`
  if (notes.reported.has(key)) return
  notes.reported.set(key, reported)
  if (notes.reported.size > maxReported)
    throw refuse({
      problem: `The lines have more than ${maxReported} reporting dates.`,
      fix: 'check which column has the reporting date, or import the report in parts.',
    })
}
