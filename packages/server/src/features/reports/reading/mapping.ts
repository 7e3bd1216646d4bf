import { type ReportField as Field, reportFields as fields, findNearestName } from '@spindle/contract/vocabulary'
import type { DecimalSign } from './cells/cell-values.ts'
import type { DateOrder } from './cells/date-cells.ts'
import type { Thousands } from './cells/number-cells.ts'
import { refuse } from './report-problem.ts'

/** Maps the columns of a store's file to ours. Presets (`presets.ts`) and the operator's own files have the same format. */

export interface Mapping {
  /** Lines before the one with the names of the columns. */
  readonly skipLines?: number
  /** By default detected in the first line: the most frequent of `, ; tab |`. */
  readonly delimiter?: string
  /** By default a comma if semicolons separate, otherwise a point. */
  readonly decimal?: DecimalSign
  /** The sign between thousands. By default only unambiguous numbers are read: `1,234.50`, but not `1,234`. */
  readonly thousands?: Thousands
  readonly dates?: DateOrder
  /** `month`: a `period` that is the first or last day of a month is the month, as in statements of distributors. */
  readonly periods?: 'day' | 'month'
  /** Names of columns; case is ignored. */
  readonly columns: Partial<Record<Field, string>>
  /** Values of fields without a column, and of blank cells. */
  readonly constants?: Partial<Record<Field, string>>
  /** By field: the text of a cell, and the word of ours that it means. Case is ignored. */
  readonly values?: Partial<Record<Field, Readonly<Record<string, string>>>>
  /** By field: what a cell means that is not in `values` and cannot be read. Null: the line is set aside. */
  readonly otherwise?: Partial<Record<Field, string | null>>
  /** By the name of any column: the texts of cells whose lines are left out and counted. */
  readonly skip?: Readonly<Record<string, readonly string[]>>
  /** The values of the column `use` whose `quantity` is downloads; all others are streams. */
  readonly downloads?: readonly string[]
  /** The values whose `quantity` is streams, if not all others are. */
  readonly streams?: readonly string[]
}

const members = [
  'skipLines',
  'delimiter',
  'decimal',
  'thousands',
  'dates',
  'periods',
  'columns',
  'constants',
  'values',
  'otherwise',
  'skip',
  'downloads',
  'streams',
] as const

const example = 'see docs/reports.md for an example.'

function fixOf(unknown: string): string {
  const near = findNearestName(unknown, members)
  return near === undefined ? `use ${members.join(', ')}.` : `did you mean ${near}?`
}

/** Reads a mapping that the operator wrote as JSON. */
export function parseMapping(text: string): Mapping {
  const value = parseObject(text)
  const unknown = Object.keys(value).find((name) => !members.some((known) => known === name))
  if (unknown !== undefined)
    throw refuse({ problem: `"${unknown}" is not a member of a mapping.`, fix: fixOf(unknown) })
  check('skipLines', value.skipLines, (it) => Number.isInteger(it) && Number(it) >= 0 && Number(it) <= 1000, 'a number')
  check('delimiter', value.delimiter, (it) => typeof it === 'string' && it.length === 1, 'one character')
  check('decimal', value.decimal, (it) => it === '.' || it === ',', '"." or ","')
  check('thousands', value.thousands, (it) => it === '.' || it === ',', '"." or ","')
  check('dates', value.dates, (it) => it === 'ymd' || it === 'dmy' || it === 'mdy', '"ymd", "dmy" or "mdy"')
  check('periods', value.periods, (it) => it === 'day' || it === 'month', '"day" or "month"')
  const names = fields.join(', ')
  check('columns', value.columns ?? null, isByField(isText), `text by ${names}`)
  check('constants', value.constants, isByField(isText), `text by ${names}`)
  check('values', value.values, isByField(isByName(isText)), `objects of texts by ${names}`)
  check('otherwise', value.otherwise, isByField(isTextOrNull), `text or null by ${names}`)
  check('skip', value.skip, isByName(isListOfText), 'lists of text by column name')
  for (const name of ['downloads', 'streams']) check(name, value[name], isListOfText, 'a list of text')
  return value as unknown as Mapping
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Reported below.
  }
  throw refuse({ problem: 'The mapping is not a JSON object.', fix: example })
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isTextOrNull: Check = (value) => value === null || isText(value)
const isListOfText: Check = (value) => Array.isArray(value) && value.every(isText)

const isByName =
  (isRight: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(isRight)

const isByField =
  (isRight: Check): Check =>
  (value) =>
    isByName(isRight)(value) && Object.keys(value as object).every((name) => fields.some((field) => field === name))

function check(name: string, value: unknown, isRight: Check, what: string): void {
  if (value !== undefined && !isRight(value))
    throw refuse({ problem: `"${name}" of the mapping is not ${what}.`, fix: example })
}
