import type { ReportField as Field } from '@spindle/contract/vocabulary'
import { parseCurrency, parseQuantity } from '../cells/cell-values.ts'
import { type CodeCell, readGtin, readIsrc, undressCell } from '../cells/code-cells.ts'
import { type Period, parseDay, parsePeriod } from '../cells/date-cells.ts'
import { isMarkOf, readNumber } from '../cells/number-cells.ts'
import { findTerritory } from '../cells/territories.ts'
import type { ReportLine } from '../report-line.ts'
import type { ReportProblem } from '../report-problem.ts'
import { hasColumnsOf } from './other-rows.ts'
import type { TextRecord } from './split-records.ts'
import { plain, type Table } from './table-head.ts'

/** Reads one line of a table by its mapping: a report line, a problem, or undefined if the mapping passes over it. */

class CellProblem extends Error {
  readonly field: Field
  readonly fix: string
  constructor(field: Field, problem: string, fix: string) {
    super(problem)
    this.field = field
    this.fix = fix
  }
}

export function readLine(table: Table, { line, cells }: TextRecord): ReportLine | ReportProblem | undefined {
  if (!hasColumnsOf(table, cells))
    return {
      line,
      problem: `The line has ${cells.length} columns, but the first line has ${table.names.length}.`,
      fix: 'check the separators and quotes of this line.',
    }
  try {
    return lineOf(table, cells)
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error
    return { line, column: table.mapping.columns[error.field] ?? error.field, problem: error.message, fix: error.fix }
  }
}

type TextOf = (field: Field) => string

function lineOf(table: Table, cells: readonly string[]): ReportLine | undefined {
  const { mapping, places } = table
  const text: TextOf = (field) => {
    const place = places.get(field)
    return (place === undefined ? '' : undressCell(cells[place] ?? '')) || (mapping.constants?.[field] ?? '')
  }
  /** With the characters without a sign that emoji and some scripts need. */
  const words: TextOf = (field) => {
    const written = cells[places.get(field) ?? -1]?.trim() ?? ''
    return written === '' || written.startsWith('=') ? text(field) : written
  }
  const code = (field: Field, parse: (written: string) => CodeCell): string => {
    const cell = parse(text(field))
    if ('problem' in cell) throw new CellProblem(field, cell.problem, cell.fix)
    return cell.code
  }
  const use = table.useOf(text('use'))
  if (use === 'passOver') return undefined
  const quantity = countOf(table, text, 'quantity')
  return {
    isrc: code('isrc', readIsrc),
    gtin14: code('upc', readGtin),
    title: words('title').slice(0, 200),
    artist: words('artist').slice(0, 200),
    store: text('store').slice(0, 64),
    territory: territoryOf(text),
    model: modelOf(text('model')),
    ...periodOf(table, text),
    streams: countOf(table, text, 'streams') || (use === 'streams' ? quantity : ''),
    downloads: countOf(table, text, 'downloads') || (use === 'downloads' ? quantity : ''),
    ...moneyOf(table, text),
  }
}

function numberOf({ mapping: { thousands }, decimal }: Table, text: TextOf, field: Field) {
  const cell = readNumber(text(field), { decimal, thousands })
  if ('problem' in cell) throw new CellProblem(field, cell.problem, cell.fix)
  return cell
}

function countOf(table: Table, text: TextOf, field: Field): string {
  const { number } = numberOf(table, text, field)
  const count = number === '' ? '' : parseQuantity(number.replace(/\.0+$/u, ''))
  if (count === undefined)
    throw new CellProblem(
      field,
      `"${text(field).slice(0, 60)}" is not a whole number.`,
      'use a whole number such as 1250.',
    )
  return count
}

const currencyFix = 'use an ISO 4217 code such as EUR.'

function moneyOf(table: Table, text: TextOf): Pick<ReportLine, 'revenue' | 'currency'> {
  const { number: revenue, mark } = numberOf(table, text, 'revenue')
  const written = text('currency')
  const currency = written === '' ? '' : parseCurrency(written)
  if (currency === undefined)
    throw new CellProblem('currency', `"${written.slice(0, 60)}" cannot be read.`, currencyFix)
  if (revenue === '') return { revenue, currency: '' }
  if (currency === '') throw new CellProblem('currency', 'The line has revenue but no currency.', currencyFix)
  if (!isMarkOf(mark, currency))
    throw new CellProblem(
      'revenue',
      `The amount is in ${mark}, but the currency of the line is ${currency}.`,
      'check which column has the currency of this amount.',
    )
  return { revenue, currency }
}

function territoryOf(text: TextOf): string {
  const code = findTerritory(text('territory'))
  if (code !== undefined) return code
  throw new CellProblem(
    'territory',
    `"${text('territory').slice(0, 60)}" is not a country.`,
    'use an ISO 3166-1 country code such as DE, or leave it empty.',
  )
}

const dateFix = 'use 2026-03 or 2026-03-31; for other formats, set "dates" to "dmy" or "mdy" in the mapping.'

function periodOf({ mapping: { dates = 'ymd' } }: Table, text: TextOf): Period {
  const read = <T>(field: Field, parse: (written: string, order: typeof dates) => T | undefined): T => {
    const written = text(field).replace(/^['\u2018\u2019]/u, '')
    const found = parse(written, dates)
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
