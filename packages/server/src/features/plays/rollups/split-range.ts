import type { Granularity } from '@spindle/contract'
import { addDays, dayMs, dayOf } from '../../../platform/values/calendar.ts'

/**
 * Cuts a range of days into what its cells are read from: whole months, days at the edges, and one window after
 * another.
 */

/** First and last day, or first and last month by its first day; nothing when the first is after the last. */
export type DateRange = readonly [from: string, to: string]

export const nothing: DateRange = ['0001-01-02', '0001-01-01']

/** The months of an account that are added up, by their first days. */
export interface KeptMonths {
  readonly first: string
  readonly last: string
}

export interface SplitRange {
  readonly months: DateRange
  /** The days that no whole month holds. */
  readonly before: DateRange
  readonly after: DateRange
}

export function splitAtMonths([from, to]: DateRange, kept: KeptMonths | undefined): SplitRange {
  const days = { months: nothing, before: [from, to], after: nothing } as const
  if (!kept) return days
  // By instants: the first month behind the year 9999 has no place among the texts.
  const firstWhole = monthOf(from) === from ? Date.parse(from) : Date.parse(lastDayOf(from)) + dayMs
  const first = Math.max(firstWhole, Date.parse(kept.first))
  const lastWhole = lastDayOf(to) === to ? monthOf(to) : addMonths(monthOf(to), -1)
  const last = Math.min(Date.parse(lastWhole), Date.parse(kept.last))
  if (first > last) return days
  const lastDay = lastDayOf(dayOf(last))
  return {
    months: [dayOf(first), dayOf(last)],
    before: dayOf(first) === from ? nothing : [from, dayOf(first - dayMs)],
    after: lastDay === to ? nothing : [addDays(lastDay, 1), to],
  }
}

/** Periods in each window but the last, which takes the rest. A window costs at most eight times what it had to. */
const windowSizes: Readonly<Record<Granularity, readonly number[]>> = {
  day: [1, 7, 56],
  week: [1, 7],
  month: [1],
  total: [],
}

export const countWindows = (granularity: Granularity): number => windowSizes[granularity].length + 1

/**
 * A page in the order of periods is full after the first of them, where tracks are many, and after all of them, where
 * plays are few: so it is looked for in windows that grow. `position` is a day of the period where the page begins.
 */
export function windowsOf([from, to]: DateRange, granularity: Granularity, position: string): DateRange[] {
  const last = Date.parse(to)
  let start = Math.max(Date.parse(position), Date.parse(from))
  const takeUntil = (end: number): DateRange => {
    const window: DateRange = start > last ? nothing : [dayOf(start), dayOf(Math.min(end, last))]
    start = end + dayMs
    return window
  }
  return [...windowSizes[granularity].map((size) => takeUntil(endOf(start, granularity, size))), takeUntil(last)]
}

/** The last day of so many periods, the first of which holds the day. */
function endOf(startMs: number, granularity: Granularity, periods: number): number {
  const day = new Date(startMs)
  if (granularity === 'month') return day.setUTCMonth(day.getUTCMonth() + periods, 0)
  const daysIntoPeriod = granularity === 'week' ? (day.getUTCDay() + 6) % 7 : 0
  return startMs + (periods * (granularity === 'week' ? 7 : 1) - 1 - daysIntoPeriod) * dayMs
}

/** The first day of the day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 8)}01`

export function addMonths(month: string, count: number): string {
  const date = new Date(month)
  return dayOf(date.setUTCMonth(date.getUTCMonth() + count))
}

/** The last day of the day's month. */
export function lastDayOf(day: string): string {
  const date = new Date(day)
  return dayOf(date.setUTCMonth(date.getUTCMonth() + 1, 0))
}
