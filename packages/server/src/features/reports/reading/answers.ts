import type { Period } from './cells/date-cells.ts'
import type { Mapping } from './mapping.ts'
import { lineFields, type ReportHead, type ReportLine } from './report-line.ts'
import type { ReportProblem } from './report-problem.ts'

/** Requests to the child, and the check of its answers: only the exact form is accepted. */

export interface ReportFormat {
  /** For a table: the name of its mapping. Not used if `isUnknown`. */
  readonly format: string
  /** Undefined: the file is a DSR of DDEX. */
  readonly mapping?: Mapping | undefined
  /** The format is recognised by the first lines of the file. */
  readonly isUnknown?: boolean
  /** Lines of a table that cannot be read are set aside; otherwise they refuse the report. */
  readonly setsAside?: boolean
}

export interface ReportTask extends ReportFormat {
  readonly names: readonly string[]
}

/** One line of the child's output. The last one is a head, or what is wrong with the file. */
export type Answer =
  | { readonly lines: readonly ReportLine[] }
  | { readonly setAside: readonly ReportProblem[] }
  | { readonly head: ReportHead | undefined }
  | { readonly problems: readonly ReportProblem[] }

const day = /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/
const count = /^(?:-?[0-9]{1,16})?$/
const text = (most: number): RegExp => new RegExp(`^[^]{0,${most}}$`)

const forms: Readonly<Record<keyof ReportLine, RegExp>> = {
  isrc: /^(?:[A-Z]{2}[A-Z0-9]{3}[0-9]{7})?$/,
  gtin14: /^(?:[0-9]{14})?$/,
  title: text(200),
  artist: text(200),
  store: text(64),
  territory: /^(?:[A-Z]{2})?$/,
  model: /^[a-z_]{0,20}$/,
  from: day,
  to: day,
  streams: count,
  downloads: count,
  currency: /^(?:[A-Z]{3})?$/,
  revenue: /^(?:[+-]?[0-9]{1,20}(?:\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,2})?)?$/,
}
const cellForms = lineFields.map((field) => forms[field])

/** Undefined for anything except exactly an answer. */
export function parseAnswer(written: string): Answer | undefined {
  const value = parseObject(written)
  if (value === undefined) return undefined
  const { lines, setAside, head, problems } = value
  if (Array.isArray(lines)) return lines.every(isCells) ? { lines: lines.map(lineOf) } : undefined
  if (Array.isArray(setAside)) return areSetAside(setAside) ? { setAside } : undefined
  if (problems !== undefined) return isProblemList(problems) ? { problems } : undefined
  if (head === null) return { head: undefined }
  return isHead(head) ? { head } : undefined
}

function parseObject(written: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(written)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Cells = readonly string[]

const isCells = (value: unknown): value is Cells =>
  Array.isArray(value) &&
  value.length === cellForms.length &&
  cellForms.every((form, place) => typeof value[place] === 'string' && form.test(value[place]))

const lineOf = ([
  isrc = '',
  gtin14 = '',
  title = '',
  artist = '',
  store = '',
  territory = '',
  model = '',
  from = '',
  to = '',
  streams = '',
  downloads = '',
  currency = '',
  revenue = '',
]: Cells): ReportLine => ({
  isrc,
  gtin14,
  title,
  artist,
  store,
  territory,
  model,
  from,
  to,
  streams,
  downloads,
  currency,
  revenue,
})

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most

const isProblem = (value: unknown): value is ReportProblem =>
  isObject(value) &&
  (value.line === undefined || Number.isSafeInteger(value.line)) &&
  (value.column === undefined || isText(value.column, 70_000)) &&
  (value.cell === undefined || isText(value.cell, 70_000)) &&
  isText(value.problem, 2000) &&
  isText(value.fix, 2000)

const areProblems = (value: readonly unknown[], most: number): value is readonly ReportProblem[] =>
  value.length > 0 && value.length <= most && value.every(isProblem)

/** What is wrong with a file, of any kind. */
export const isProblemList = (value: unknown): value is readonly ReportProblem[] =>
  Array.isArray(value) && areProblems(value, 100)

const isHead = (value: unknown): value is ReportHead =>
  isObject(value) &&
  isText(value.format, 64) &&
  value.format !== '' &&
  (value.messageId === undefined || isText(value.messageId, 500)) &&
  (value.period === undefined || isPeriod(value.period)) &&
  (value.skippedLines === undefined || isCount(value.skippedLines)) &&
  (value.reported === undefined || (Array.isArray(value.reported) && value.reported.every(isPeriod)))

const isPeriod = (value: unknown): value is Period => isObject(value) && isDay(value.from) && isDay(value.to)

const areSetAside = (value: readonly unknown[]): value is readonly ReportProblem[] =>
  areProblems(value, 1000) && value.every(({ line }) => isLine(line))

/** A number of PostgreSQL. */
const isLine = (line: number | undefined): boolean => line !== undefined && line > 0 && line < 2 ** 31

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const isDay = (value: unknown): boolean => typeof value === 'string' && day.test(value)
