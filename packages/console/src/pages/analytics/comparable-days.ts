import type { Analytics, AnalyticsRow } from '@spindle/client'
import { listDays } from '../../data/days.ts'
import type { Metric } from './use-analytics.ts'

/**
 * A comparison needs data of both periods. Before the first day with data, nothing was measured: that is not zero. So a
 * period is compared from the first day on that the period before has data for.
 */

export interface DayPair {
  readonly day: string
  readonly value: number
  /** Of the same day in the period before; null if nothing was measured then. */
  readonly before: number | null
}

export function pairDays({ range, data, comparison }: Analytics, metric: Metric): DayPair[] {
  const now = byDay(data, metric)
  const before = byDay(comparison?.data ?? [], metric)
  const first = [...before.keys()].sort()[0]
  const daysBefore = comparison ? listDays(comparison.range) : []
  return listDays(range).map((day, index) => {
    const dayBefore = daysBefore[index]
    const isMeasured = first !== undefined && dayBefore !== undefined && dayBefore >= first
    return { day, value: now.get(day) ?? 0, before: isMeasured ? (before.get(dayBefore) ?? 0) : null }
  })
}

const byDay = (rows: readonly AnalyticsRow[], metric: Metric): Map<string, number> =>
  new Map(rows.map(({ date, metrics }) => [date ?? '', metrics[metric] ?? 0]))

export interface Change {
  /** In percent; null if there is nothing to compare with. */
  readonly percent: number | null
  /** How many days are compared, if fewer than the period has. */
  readonly days: number | undefined
}

/** The change over the days that both periods have data for. */
export function changeOver(pairs: readonly DayPair[]): Change {
  const compared = pairs.filter(({ before }) => before !== null)
  const sum = (pick: (pair: DayPair) => number): number => compared.reduce((total, pair) => total + pick(pair), 0)
  const before = sum((pair) => pair.before ?? 0)
  const percent = before === 0 ? null : Math.round((1000 * (sum(({ value }) => value) - before)) / before) / 10
  return { percent, days: compared.length === pairs.length ? undefined : compared.length }
}
