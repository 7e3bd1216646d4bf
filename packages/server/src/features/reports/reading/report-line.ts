import type { Period } from './cells/date-cells.ts'
import type { ReportProblem } from './report-problem.ts'

/** One line of a report as it was read, in our terms. Missing values are empty; numbers are decimal text. */
export interface ReportLine {
  readonly isrc: string
  readonly gtin14: string
  readonly title: string
  readonly artist: string
  /** Empty: the report's own source. */
  readonly store: string
  readonly territory: string
  readonly model: string
  /** First and last day. */
  readonly from: string
  readonly to: string
  readonly streams: string
  readonly downloads: string
  readonly currency: string
  readonly revenue: string
}

/** The order in which the child sends a line's cells to the hub. */
export const lineFields = [
  'isrc',
  'gtin14',
  'title',
  'artist',
  'store',
  'territory',
  'model',
  'from',
  'to',
  'streams',
  'downloads',
  'currency',
  'revenue',
] as const satisfies readonly (keyof ReportLine)[]

/** A report that is read part by part. */
export interface ReportReading {
  readonly lines: AsyncIterable<readonly ReportLine[]>
  /** What was set aside until now, in the order of the file. */
  readonly setAside: readonly ReportProblem[]
  /** The file's description of itself; complete after every line was read. */
  describe(): ReportHead | undefined
}

export interface ReportHead {
  /** The format of the file: a preset, or a profile of DDEX. */
  readonly format: string
  /** The sender's id of it. */
  readonly messageId?: string
  /** Undefined: the period of its lines. */
  readonly period?: Period
  /** The lines that the mapping leaves out. */
  readonly skippedLines?: number
  /** The reporting dates of its lines; undefined if a line has none. */
  readonly reported?: readonly Period[]
}
