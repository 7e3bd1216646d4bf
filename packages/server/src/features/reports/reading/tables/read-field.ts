import type { ReportField as Field } from '@spindle/contract/vocabulary'
import { type DecimalSign, isEmptyCell, parseCurrency, parseQuantity } from '../cells/cell-values.ts'
import { type CodeCell, readGtin, readIsrc, undressCell } from '../cells/code-cells.ts'
import { type Period, parseDay, parsePeriod, wholeMonthOf } from '../cells/date-cells.ts'
import { currencyOfSign, readNumber } from '../cells/number-cells.ts'
import { findTerritory } from '../cells/territories.ts'
import type { Mapping } from '../mapping.ts'

/**
 * Reads the text of one field. A text is empty, a value, or a `CellProblem`: what cannot be read is never taken for
 * empty.
 */

export class CellProblem extends Error {
  readonly field: Field
  readonly fix: string
  constructor(field: Field, problem: string, fix: string) {
    super(problem)
    this.field = field
    this.fix = fix
  }
}

export type FieldReaders = ReturnType<typeof fieldReaders>

export function fieldReaders({ dates = 'ymd', periods = 'day', thousands }: Mapping, decimal: DecimalSign) {
  const number = (field: Field) => (text: string) => {
    const cell = readNumber(text, { decimal, thousands })
    if ('problem' in cell) throw new CellProblem(field, cell.problem, cell.fix)
    return cell
  }
  const count = (field: Field) => (text: string) => countOf(field, text, number(field)(text).number)
  const period = (field: Field) => (text: string) =>
    dateOf(field, text, (written) => {
      const found = parsePeriod(written, dates)
      return found !== undefined && periods === 'month' ? wholeMonthOf(found) : found
    })
  const day = (field: Field) => (text: string) => dateOf(field, text, (written) => parseDay(written, dates))
  return {
    isrc: code('isrc', readIsrc),
    upc: code('upc', readGtin),
    title: anyText,
    artist: anyText,
    store: anyText,
    use: anyText,
    territory,
    model,
    period: period('period'),
    from: day('from'),
    to: day('to'),
    reported: period('reported'),
    streams: count('streams'),
    downloads: count('downloads'),
    quantity: count('quantity'),
    revenue: number('revenue'),
    currency,
  } satisfies Record<Field, (text: string) => unknown>
}

/** Any text is one of these. */
export const textFields: ReadonlySet<Field> = new Set(['title', 'artist', 'store', 'use'])

const anyText = (text: string): string => text

const quoted = (text: string): string => `"${text.slice(0, 60)}"`

const code =
  (field: Field, read: (text: string) => CodeCell) =>
  (text: string): string => {
    const cell = read(text)
    if ('problem' in cell) throw new CellProblem(field, cell.problem, cell.fix)
    return cell.code
  }

function countOf(field: Field, text: string, number: string): string {
  const count = number === '' ? '' : parseQuantity(number.replace(/\.0+$/u, ''))
  if (count !== undefined) return count
  throw new CellProblem(field, `${quoted(text)} is not a whole number.`, 'use a whole number such as 1250.')
}

function territory(text: string): string {
  const found = findTerritory(text)
  if (found !== undefined) return found
  throw new CellProblem(
    'territory',
    `${quoted(text)} is not a country.`,
    'use an ISO 3166-1 country code such as DE, leave it empty, or map it in "values".',
  )
}

const models = ['subscription', 'ad_supported', 'paid', 'free']

/** How listeners pay. */
function model(text: string): string {
  const found = undressCell(text)
    .toLowerCase()
    .replaceAll(/[\s-]+/gu, '_')
  if (models.includes(found)) return found
  if (isEmptyCell(text)) return ''
  throw new CellProblem(
    'model',
    `${quoted(text)} is not a known model.`,
    `use ${models.join(', ')}, leave it empty, or map it in "values".`,
  )
}

export const currencyFix = 'use an ISO 4217 code such as EUR.'

function currency(text: string): string {
  const found = parseCurrency(text) ?? currencyOfSign(text)
  if (found !== undefined) return found
  if (isEmptyCell(text)) return ''
  throw new CellProblem('currency', `${quoted(text)} cannot be read.`, currencyFix)
}

const dateFix = 'use 2026-03 or 2026-03-31; for other formats, set "dates" to "dmy" or "mdy" in the mapping.'

/** Undefined if the text is empty. */
function dateOf<T extends string | Period>(
  field: Field,
  text: string,
  parse: (written: string) => T | undefined,
): T | undefined {
  const found = parse(text.replace(/^['\u2018\u2019]/u, ''))
  if (found !== undefined || isEmptyCell(text)) return found
  throw new CellProblem(field, `${quoted(text)} is not a valid date.`, dateFix)
}
