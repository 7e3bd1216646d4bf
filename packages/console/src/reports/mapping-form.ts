import type { NewReport } from '@spindle/client'
import { type ReportField, reportFields } from '@spindle/contract/vocabulary'
import { parseSkip, parseValues, writeSkip, writeValues } from './mapping-lines.ts'

/** The mapping of columns as a form has it: every member is text, empty if not given. */

export type ReportMapping = NonNullable<NewReport['mapping']>

type Fields = Readonly<Partial<Record<ReportField, string>>>

export interface MappingForm {
  readonly skipLines: string
  readonly delimiter: string
  readonly decimal: '' | '.' | ','
  readonly thousands: '' | '.' | ','
  readonly dates: '' | 'ymd' | 'dmy' | 'mdy'
  readonly columns: Fields
  readonly constants: Fields
  /** One entry a line, see `mapping-lines.ts`. */
  readonly values: string
  readonly skip: string
  /** One word a line. */
  readonly downloads: string
  readonly streams: string
}

export const emptyMapping: MappingForm = {
  skipLines: '',
  delimiter: '',
  decimal: '',
  thousands: '',
  dates: '',
  columns: {},
  constants: {},
  values: '',
  skip: '',
  downloads: '',
  streams: '',
}

/** As the hub takes it. */
export function toMapping({
  columns,
  constants,
  skipLines,
  delimiter,
  decimal,
  thousands,
  dates,
  values,
  skip,
  downloads,
  streams,
}: MappingForm): ReportMapping {
  const same = filled(constants)
  return {
    ...(skipLines.trim() !== '' && { skipLines: Number(skipLines) }),
    ...(delimiter !== '' && { delimiter }),
    ...(decimal !== '' && { decimal }),
    ...(thousands !== '' && { thousands }),
    ...(dates !== '' && { dates }),
    columns: filled(columns),
    ...(Object.keys(same).length > 0 && { constants: same }),
    ...parseValues(values),
    ...parseSkip(skip),
    ...wordLists({ downloads, streams }),
  }
}

/** Of a file that `spindle reports import --mapping` takes; undefined if it is none. */
export function readMappingFile(text: string): MappingForm | undefined {
  const value = parseObject(text)
  if (!isObject(value?.columns)) return undefined
  const textOf = (member: unknown): string => (['string', 'number'].includes(typeof member) ? String(member) : '')
  const linesOf = (member: unknown): string => (Array.isArray(member) ? member.map(textOf).join('\n') : '')
  const { decimal, thousands, dates } = value
  return {
    skipLines: textOf(value.skipLines),
    delimiter: textOf(value.delimiter),
    decimal: decimal === '.' || decimal === ',' ? decimal : '',
    thousands: thousands === '.' || thousands === ',' ? thousands : '',
    dates: dates === 'ymd' || dates === 'dmy' || dates === 'mdy' ? dates : '',
    columns: fieldsOf(value.columns),
    constants: isObject(value.constants) ? fieldsOf(value.constants) : {},
    downloads: linesOf(value.downloads),
    streams: linesOf(value.streams),
    values: writeValues(value.values, value.otherwise),
    skip: writeSkip(value.skip),
  }
}

/** What stores call a column, in small letters; ours are found by their own names. */
const otherNames: Readonly<Partial<Record<ReportField, readonly string[]>>> = {
  isrc: ['isrc code'],
  upc: ['ean', 'barcode', 'upc/ean', 'product code'],
  title: ['track', 'track title', 'song', 'song title'],
  artist: ['artist name', 'track artist'],
  store: ['shop', 'service', 'platform', 'retailer', 'dsp'],
  territory: ['country', 'country of sale', 'country code', 'region'],
  period: ['month', 'sale month', 'reporting period', 'date'],
  from: ['start date', 'start_date', 'period start'],
  to: ['end date', 'end_date', 'period end'],
  reported: ['reporting date', 'reporting month', 'statement period', 'statement date', 'accounting period'],
  streams: ['plays', 'stream count'],
  downloads: ['download count'],
  quantity: ['units', 'qty'],
  use: ['type', 'usage type', 'sales type'],
  revenue: ['net', 'net revenue', 'earnings', 'royalty', 'net amount', 'amount'],
  currency: ['currency code'],
}

/** The columns that are identified by their names. */
export function suggestColumns(columns: readonly string[]): Fields {
  const byName = new Map(columns.map((column) => [column.toLowerCase(), column]))
  return Object.fromEntries(
    reportFields.flatMap((field) => {
      const name = [field, ...(otherNames[field] ?? [])].find((one) => byName.has(one))
      return name === undefined ? [] : [[field, byName.get(name) ?? '']]
    }),
  )
}

const filled = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''))

const wordLists = (lists: Pick<MappingForm, 'downloads' | 'streams'>) =>
  Object.fromEntries(
    Object.entries(lists)
      .map(([name, text]) => [name, listLines(text)] as const)
      .filter(([, found]) => found.length > 0),
  )

const listLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const fieldsOf = (value: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(
    reportFields.flatMap((field) => {
      const text = value[field]
      return typeof text === 'string' ? [[field, text]] : []
    }),
  )

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
