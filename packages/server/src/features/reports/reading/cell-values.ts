import { addDays, dayOf } from '../../../platform/values/calendar.ts'

/** Reads single cells. Each function returns undefined for what it cannot read, and never guesses. */

/** The order of the parts of a date. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy'
export type DecimalSign = '.' | ','

/** A whole number that may be negative, such as for returns. `12.0` is one; `1,000` could be one or a thousand. */
export function parseQuantity(text: string): string | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)([0-9]{1,15})(?:\.0{1,2})?$/.exec(text) ?? []
  return digits === '' ? undefined : `${sign === '-' ? '-' : ''}${digits}`
}

/** Money as written, to the last digit. Thousands separators are refused: `1.234` would have two meanings. */
export function parseAmount(text: string, decimal: DecimalSign): string | undefined {
  if (decimal === ',' && text.includes('.')) return undefined
  const [before = '', ...after] = text.split(decimal)
  const written =
    after.length === 0 ? before : `${before === '' || before === '-' ? `${before}0` : before}.${after.join(decimal)}`
  return /^[+-]?[0-9]{1,20}(?:\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,2})?$/.test(written) ? written : undefined
}

/** Countries and their subdivisions. A value for the whole world, or an unknown one, is empty. */
export function parseTerritory(text: string): string | undefined {
  const code = text.toUpperCase()
  if (/^(?:|WORLDWIDE|WW|XX|ZZ|OU|MULTI|UNKNOWN|N\/A|-)$/.test(code)) return ''
  return /^([A-Z]{2})(?:-[A-Z0-9]{1,3})?$/.exec(code)?.[1]
}

export const parseCurrency = (text: string): string | undefined => /^[A-Z]{3}$/.exec(text.toUpperCase())?.[0]

export interface Period {
  /** First and last day. */
  readonly from: string
  readonly to: string
}

/** A day, a month (`2026-03`, `03/2026`), a quarter (`2026-Q1`) or a year. */
export function parsePeriod(text: string, order: DateOrder): Period | undefined {
  const day = parseDay(text, order)
  if (day !== undefined) return { from: day, to: day }
  const [, year, quarter, month] = /^([0-9]{4})(?:-?Q([1-4])|[-/.]?(0[1-9]|1[0-2]))?$/.exec(text) ?? []
  if (year !== undefined && quarter !== undefined) return monthsOf(year, 3 * Number(quarter) - 2, 3)
  if (year !== undefined) return month === undefined ? monthsOf(year, 1, 12) : monthsOf(year, Number(month), 1)
  const [, before, after] = /^(0?[1-9]|1[0-2])[-/.]([0-9]{4})$/.exec(text) ?? []
  return after === undefined ? undefined : monthsOf(after, Number(before), 1)
}

function monthsOf(year: string, first: number, count: number): Period {
  const start = Date.UTC(Number(year), first - 1, 1)
  const next = dayOf(Date.UTC(Number(year), first - 1 + count, 1))
  return { from: dayOf(start), to: addDays(next, -1) }
}

/** With or without a time after it. */
export function parseDay(text: string, order: DateOrder): string | undefined {
  const date = text.split(/[T ]/)[0] ?? ''
  if (/^[0-9]{8}$/.test(date)) return calendarDay(date.slice(0, 4), date.slice(4, 6), date.slice(6))
  const [, year, month, day] = /^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})$/.exec(date) ?? []
  if (year !== undefined) return calendarDay(year, month, day)
  const [, first, second, last = ''] = /^([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{2}|[0-9]{4})$/.exec(date) ?? []
  if (last === '' || order === 'ymd') return undefined
  const whole = last.length === 2 ? `20${last}` : last
  return order === 'dmy' ? calendarDay(whole, second, first) : calendarDay(whole, first, second)
}

function calendarDay(year: string, month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const ms = Date.parse(date)
  return year >= '1900' && !Number.isNaN(ms) && dayOf(ms) === date ? date : undefined
}
