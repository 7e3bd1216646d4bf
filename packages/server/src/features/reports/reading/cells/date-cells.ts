import { toPlainDigits } from '@spindle/contract/text-files'
import { addDays, dayOf } from '../../../../platform/values/calendar.ts'

/** Reads cells with a day or a period. Undefined for what cannot be read; the order of day and month is never guessed. */

/** The order of the parts of a date. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy'

export interface Period {
  /** First and last day. */
  readonly from: string
  readonly to: string
}

/** With the digits of ASCII, and without marks of direction. */
const plainDate = (written: string): string =>
  (/^[ -~]*$/u.test(written) ? written : toPlainDigits(written).replaceAll(/\p{Cf}/gu, '')).trim().slice(0, longest)
/** No date is longer; a text of that length is none. */
const longest = 80

/**
 * A day, a month (`2026-03`, `03/2026`, `Mar-26`, `March 2026`), a quarter (`2026-Q1`, `Q1 2026`), half a year, a year, or
 * from one of these to another (`Oct-Dec 2025`).
 */
export function parsePeriod(written: string, order: DateOrder): Period | undefined {
  const text = plainDate(written)
  const sides = text.split(rangeSign)
  if (sides.length > 1) return rangeOf(sides, order) ?? rangeOfMonths(text) ?? partOfYear(text)
  const day = parseDay(text, order)
  return day === undefined ? (partOfYear(text) ?? rangeOfMonths(text)) : { from: day, to: day }
}

const rangeSign = /\s+(?:-|[\u2010-\u2015\u2212]|to|bis|until)\s+|\s*[\u2013\u2014]\s*|\s*\.\.+\s*|\/(?=[0-9]{4}-)/iu

/** `2025-10-01/2025-12-31`. Two years alone may be a season, and are not guessed. */
function rangeOf([first = '', last = '', ...others]: readonly string[], order: DateOrder): Period | undefined {
  if (others.length > 0 || /^[0-9]{4}$/u.test(first) || /^[0-9]{4}$/u.test(last)) return undefined
  const [begin, end] = [parsePeriod(first, order), parsePeriod(last, order)]
  return begin && end && begin.from <= end.from && begin.to <= end.to ? { from: begin.from, to: end.to } : undefined
}

/** The year stands once, after the last month. A range over its end would have another year at its first month. */
function rangeOfMonths(text: string): Period | undefined {
  const [, name = '', rest = ''] = /^(\p{L}+)\.?\s*(?:[-/&\u2010-\u2015\u2212]|to|bis)\s*(\p{L}.*)$/iu.exec(text) ?? []
  const last = namedMonth(rest)
  const month = monthOf(name)
  if (last === undefined || month === undefined || month >= Number(last.from.slice(5, 7))) return undefined
  return { from: monthsOf(last.from.slice(0, 4), month, 1).from, to: last.to }
}

/** A month, a quarter, half a year or a year. */
function partOfYear(text: string): Period | undefined {
  const [, year, month] = /^([0-9]{4})(?:[-/. ]?M?(0[1-9]|1[0-2])|[-/. M]([1-9]))?$/u.exec(text) ?? []
  if (year !== undefined && month === undefined && text.length > 4) return monthsOf(year, Number(text.at(-1)), 1)
  if (year !== undefined) return month === undefined ? monthsOf(year, 1, 12) : monthsOf(year, Number(month), 1)
  const [, before, after] = /^(0?[1-9]|1[0-2])[-/. ]([0-9]{4})$/u.exec(text) ?? []
  if (after !== undefined) return monthsOf(after, Number(before), 1)
  const [, eastern, number] = /^([0-9]{4})\s?[\u5E74\uB144]\s?(0?[1-9]|1[0-2])\s?[\u6708\uC6D4]$/u.exec(text) ?? []
  if (eastern !== undefined) return monthsOf(eastern, Number(number), 1)
  return quarterOf(text) ?? namedMonth(text)
}

/** The month whose first or last day the period is; otherwise the period. */
export function wholeMonthOf(period: Period): Period {
  if (period.from !== period.to) return period
  const [year = '', month] = period.from.split('-')
  const whole = monthsOf(year, Number(month), 1)
  return period.from === whole.from || period.from === whole.to ? whole : period
}

/** A quarter (`Q1`) or half (`H1`) of a year. */
function quarterOf(text: string): Period | undefined {
  const [, year, later] = /^([0-9]{4})[-/. ]?([QH][1-4])$/iu.exec(text) ?? []
  const [, letterFirst, numberFirst, ofYear] = /^(?:([QH][1-4])|([1-4][QH]))[-/. ]?([0-9]{4})$/iu.exec(text) ?? []
  const part = (later ?? letterFirst ?? numberFirst ?? '').toUpperCase()
  const [months, number] = [part.includes('H') ? 6 : 3, Number(part.replace(/[QH]/u, ''))]
  const found = year ?? ofYear
  return found === undefined || months * number > 12 ? undefined : monthsOf(found, months * (number - 1) + 1, months)
}

/** `26-Mar` is the 26th of March for a spreadsheet, without a year: it is none of these. */
function namedMonth(text: string): Period | undefined {
  const [, name = '', digits] = /^(\p{L}+)\.?[-/. ,']*([0-9]{4}|[0-9]{2})$/u.exec(text) ?? []
  const [, earlier, last = ''] = /^([0-9]{4})[-/. ]*(\p{L}+)\.?$/u.exec(text) ?? []
  const month = monthOf(name) ?? monthOf(last)
  const year = digits ?? earlier
  return month === undefined || year === undefined ? undefined : monthsOf(wholeYear(year), month, 1)
}

const wholeYear = (year: string): string => (year.length === 2 ? `20${year}` : year)

function monthsOf(year: string, first: number, count: number): Period {
  const start = Date.UTC(Number(year), first - 1, 1)
  const next = dayOf(Date.UTC(Number(year), first - 1 + count, 1))
  return { from: dayOf(start), to: addDays(next, -1) }
}

/** With or without a time after it; also `31-Mar-2026`, `March 31, 2026` and the number of a day in Excel (`46112`). */
export function parseDay(written: string, order: DateOrder): string | undefined {
  const text = plainDate(written)
  const named = namedDay(text)
  // What follows a day is its time, but not another day.
  if (named !== undefined || rangeSign.test(text)) return named
  const date = text.split(/[T ]/u)[0] ?? ''
  const [, at, on, of] =
    /^([0-9]{4})[\u5E74\uB144]([0-9]{1,2})[\u6708\uC6D4]([0-9]{1,2})[\u65E5\uC77C]$/u.exec(text.replaceAll(' ', '')) ??
    []
  if (at !== undefined) return calendarDay(at, on, of)
  if (/^[0-9]{8}$/u.test(date)) return calendarDay(date.slice(0, 4), date.slice(4, 6), date.slice(6))
  if (/^[0-9]{5}(?:\.[0-9]+)?$/u.test(text)) return excelDay(Number(text))
  const [, year, month, day] = /^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})$/u.exec(date) ?? []
  if (year !== undefined) return calendarDay(year, month, day)
  const [, first, second, last = ''] = /^([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{2}|[0-9]{4})$/u.exec(date) ?? []
  const sure = order === 'ymd' ? onlyOrder(first, second, last) : order
  if (sure === undefined) return undefined
  return sure === 'dmy' ? calendarDay(wholeYear(last), second, first) : calendarDay(wholeYear(last), first, second)
}

/** The only order that makes a date of it: `31.03.2026` has no 31st month, and `03.03.2026` is the same day in both. */
function onlyOrder(first = '', second = '', year = ''): Exclude<DateOrder, 'ymd'> | undefined {
  if (year.length !== 4) return undefined
  if (Number(first) > 12 || Number(first) === Number(second)) return 'dmy'
  return Number(second) > 12 ? 'mdy' : undefined
}

function namedDay(text: string): string | undefined {
  const [, day, name = '', year] = /^([0-9]{1,2})\.?[-/. ]*(\p{L}+)\.?[-/. ,]*([0-9]{4}|[0-9]{2})$/u.exec(text) ?? []
  const [, first = '', second, third] =
    /^(\p{L}+)\.?[- ]([0-9]{1,2})(?:st|nd|rd|th)?,?[- ]([0-9]{4})$/u.exec(text) ?? []
  const month = monthOf(name) ?? monthOf(first)
  if (month === undefined) return undefined
  return calendarDay(wholeYear(year ?? third ?? ''), String(month), day ?? second)
}

/** Days since 1899-12-30. Only dates from 2000 to 2099 count: other numbers of five digits mean something else. */
function excelDay(serial: number): string | undefined {
  if (serial < 36_526 || serial >= 73_051) return undefined
  return dayOf(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000)
}

function calendarDay(year: string, month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const ms = Date.parse(date)
  return year >= '1900' && !Number.isNaN(ms) && dayOf(ms) === date ? date : undefined
}

const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase()

/** Short and long names in the languages in which spreadsheets of stores are written. */
function listMonths(): ReadonlyMap<string, number> {
  const found = new Map([
    ['sept', 9],
    ['mrz', 3],
    ['mar', 3],
  ])
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv'])
    for (const style of ['long', 'short'] as const) {
      const inWords = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++)
        found.set(plainName(inWords.format(Date.UTC(2026, month - 1, 1))), month)
    }
  return found
}

let months: ReadonlyMap<string, number> | undefined

function monthOf(name: string): number | undefined {
  months ??= listMonths()
  return name.length < 3 ? undefined : months.get(plainName(name))
}
