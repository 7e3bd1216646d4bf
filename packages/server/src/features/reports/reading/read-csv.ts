import type { ReportField as Field } from '@spindle/contract/vocabulary'
import {
  type DecimalSign,
  type Period,
  parseAmount,
  parseCurrency,
  parseDay,
  parsePeriod,
  parseQuantity,
  parseTerritory,
} from './cell-values.ts'
import { type CodeCell, readGtin, readIsrc } from './code-cells.ts'
import type { Mapping } from './mapping.ts'
import type { ReportLine } from './report-line.ts'
import { type ReportProblem, ReportRefused, refuse } from './report-problem.ts'
import { splitRecords, type TextRecord } from './split-records.ts'

/** A table of a store, read by a mapping. */

const maxProblems = 20

export async function* readCsv(text: AsyncIterable<string>, mapping: Mapping): AsyncGenerator<readonly ReportLine[]> {
  const { skipLines = 0 } = mapping
  let delimiter = mapping.delimiter
  const records = splitRecords(skipFirst(text, skipLines), (firstLine) => {
    delimiter ??= likeliestDelimiter(firstLine)
    return { delimiter, isQuoted: true }
  })
  let table: Table | undefined
  const problems: ReportProblem[] = []
  for await (const part of records) {
    const lines: ReportLine[] = []
    for (const record of part) {
      if (record.cells.length === 1 && record.cells[0]?.trim() === '') continue
      if (table === undefined) {
        table = tableOf(record, mapping, delimiter ?? ',')
        continue
      }
      const found = readLine(table, { ...record, line: record.line + skipLines })
      if (found === undefined) continue
      if ('problem' in found) problems.push(found)
      else lines.push(found)
      if (problems.length >= maxProblems) throw new ReportRefused(problems)
    }
    if (problems.length === 0 && lines.length > 0) yield lines
  }
  if (problems.length > 0) throw new ReportRefused(problems)
  if (table === undefined) throw refuse({ problem: 'The file is empty.', fix: 'download it again from the store.' })
}

async function* skipFirst(text: AsyncIterable<string>, count: number): AsyncGenerator<string> {
  let left = count
  for await (const piece of text) {
    let start = 0
    while (left > 0 && start < piece.length) {
      const end = piece.indexOf('\n', start)
      if (end >= 0) left -= 1
      start = end < 0 ? piece.length : end + 1
    }
    if (left === 0) yield start === 0 ? piece : piece.slice(start)
  }
}

const delimiters = ['\t', ';', ',', '|'] as const

const likeliestDelimiter = (line: string): string =>
  delimiters.reduce((best, one) => (line.split(one).length > line.split(best).length ? one : best))

interface Table {
  readonly mapping: Mapping
  readonly decimal: DecimalSign
  readonly width: number
  readonly places: ReadonlyMap<Field, number>
  /** The kind of a line's quantity. */
  readonly useOf: (use: string) => 'downloads' | 'streams' | 'neither' | 'passOver'
}

const plain = (text: string): string => text.trim().toLowerCase()

function tableOf({ cells, line }: TextRecord, mapping: Mapping, delimiter: string): Table {
  const names = cells.map(plain)
  const wanted = Object.entries(mapping.columns) as [Field, string][]
  const places = new Map(wanted.map(([field, name]) => [field, names.indexOf(plain(name))] as const))
  const present = new Map([...places].filter(([, place]) => place >= 0))
  const has = (...some: Field[]): boolean =>
    some.some((field) => present.has(field) || mapping.constants?.[field] !== undefined)
  const missing = [
    has('isrc', 'upc') ? [] : (['isrc'] as const),
    has('period') || (has('from') && has('to')) ? [] : (['period', 'from'] as const),
    has('streams', 'downloads', 'quantity', 'revenue') ? [] : (['quantity', 'streams', 'revenue'] as const),
    !has('revenue') || has('currency') ? [] : (['currency'] as const),
  ].find((those) => those.length > 0)
  if (missing !== undefined) {
    const name = missing.map((field) => mapping.columns[field]).find((one) => one !== undefined) ?? missing[0]
    throw refuse({
      line,
      column: name,
      problem: `The table does not have this column. It has ${cells
        .map((cell) => `"${cell.trim()}"`)
        .join(', ')
        .slice(0, 500)}.`,
      fix: 'choose the preset for this store, or write a mapping with its column names.',
    })
  }
  return {
    mapping,
    decimal: mapping.decimal ?? (delimiter === ';' ? ',' : '.'),
    width: cells.length,
    places: present,
    useOf: usesOf(mapping),
  }
}

function usesOf({ downloads, streams, passOver }: Mapping): Table['useOf'] {
  const [isDownload, isStream, isNone] = [downloads, streams, passOver].map((words) => new Set(words?.map(plain)))
  return (use) => {
    const word = plain(use)
    if (isNone?.has(word)) return 'passOver'
    if (isDownload?.has(word)) return 'downloads'
    return streams === undefined || isStream?.has(word) ? 'streams' : 'neither'
  }
}

class CellProblem extends Error {
  readonly field: Field
  readonly fix: string
  constructor(field: Field, problem: string, fix: string) {
    super(problem)
    this.field = field
    this.fix = fix
  }
}

function readLine(table: Table, { line, cells }: TextRecord): ReportLine | ReportProblem | undefined {
  if (cells.length !== table.width && !isPadded(table, cells))
    return {
      line,
      problem: `The line has ${cells.length} columns, but the first line has ${table.width}.`,
      fix: 'check the separators and quotes of this line.',
    }
  try {
    return lineOf(table, cells)
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error
    return { line, column: table.mapping.columns[error.field] ?? error.field, problem: error.message, fix: error.fix }
  }
}

/** Spreadsheets often leave out empty cells at the end, or add some. */
const isPadded = ({ width, places }: Table, cells: readonly string[]): boolean =>
  cells.length > width
    ? cells.slice(width).every((cell) => cell.trim() === '')
    : cells.length > Math.max(...places.values())

function lineOf(table: Table, cells: readonly string[]): ReportLine | undefined {
  const { mapping, places, decimal } = table
  const text = (field: Field): string => {
    const place = places.get(field)
    return (place === undefined ? '' : (cells[place] ?? '').trim()) || (mapping.constants?.[field] ?? '')
  }
  const read = (field: Field, parse: (text: string) => string | undefined, fix: string): string => {
    const written = text(field)
    const value = written === '' ? '' : parse(written)
    if (value === undefined) throw new CellProblem(field, `"${written.slice(0, 60)}" cannot be read.`, fix)
    return value
  }
  const code = (field: Field, parse: (text: string) => CodeCell): string => {
    const cell = parse(text(field))
    if ('problem' in cell) throw new CellProblem(field, cell.problem, cell.fix)
    return cell.code
  }
  const use = table.useOf(text('use'))
  if (use === 'passOver') return undefined
  const wholeNumber = 'use a whole number without thousands separators.'
  const quantity = read('quantity', parseQuantity, wholeNumber)
  const revenue = read(
    'revenue',
    (written) => parseAmount(written, decimal),
    `use a number such as 12${decimal}50; "decimal" in the mapping sets the decimal sign.`,
  )
  const currency = read('currency', parseCurrency, 'use an ISO 4217 code such as EUR.')
  if (revenue !== '' && currency === '')
    throw new CellProblem('currency', 'The line has revenue but no currency.', 'use an ISO 4217 code such as EUR.')
  return {
    isrc: code('isrc', readIsrc),
    gtin14: code('upc', readGtin),
    title: text('title').slice(0, 200),
    artist: text('artist').slice(0, 200),
    store: text('store').slice(0, 64),
    territory: read('territory', parseTerritory, 'use an ISO 3166-1 country code such as DE, or leave it empty.'),
    model: modelOf(text('model')),
    ...periodOf(table, text),
    streams: read('streams', parseQuantity, wholeNumber) || (use === 'streams' ? quantity : ''),
    downloads: read('downloads', parseQuantity, wholeNumber) || (use === 'downloads' ? quantity : ''),
    currency: revenue === '' ? '' : currency,
    revenue,
  }
}

const dateFix = 'use 2026-03 or 2026-03-31; for other formats, set "dates" to "dmy" or "mdy" in the mapping.'

function periodOf({ mapping: { dates = 'ymd' } }: Table, text: (field: Field) => string): Period {
  const read = <T>(field: Field, parse: (written: string, order: typeof dates) => T | undefined): T => {
    const found = parse(text(field), dates)
    if (found === undefined) throw new CellProblem(field, `"${text(field).slice(0, 60)}" is not a valid date.`, dateFix)
    return found
  }
  if (text('period') !== '') return read('period', parsePeriod)
  const [from, to] = [read('from', parseDay), read('to', parseDay)]
  if (to < from) throw new CellProblem('to', `${to} is before ${from}.`, 'check which column has the first day.')
  return { from, to }
}

const models = new Set(['subscription', 'ad_supported', 'paid', 'free'])

/** How listeners pay, in our terms, or empty. */
const modelOf = (text: string): string => (models.has(plain(text)) ? plain(text) : '')
