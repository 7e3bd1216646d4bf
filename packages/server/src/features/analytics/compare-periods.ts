import type { AnalyticsComparison, AnalyticsMetric, AnalyticsRow, MetricValues } from '@spindle/contract'
import { addDays, dayMs } from '../../platform/values/calendar.ts'
import type { RollupQuery, RollupRows } from '../plays/index.ts'

/** The range of the same length that ends the day before. */
export function previousRange({ from, to }: Pick<RollupQuery, 'from' | 'to'>): Pick<RollupQuery, 'from' | 'to'> {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

/** In percent to a tenth; null where there was nothing before. */
export const changePercent = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10

/** What was reported, by metric. */
export const totalsOf = (
  rows: Pick<RollupRows, 'streams' | 'playedMs'>,
  metrics: readonly AnalyticsMetric[],
): MetricValues => ({
  ...(metrics.includes('streams') ? { streams: rows.streams } : {}),
  ...(metrics.includes('playedMs') ? { playedMs: rows.playedMs } : {}),
})

/** `before` is what the range before holds; its rows are included when nothing is grouped. */
export function comparePeriods(
  query: RollupQuery,
  metrics: readonly AnalyticsMetric[],
  { now, before }: { readonly now: MetricValues; readonly before: RollupRows },
): AnalyticsComparison {
  return {
    range: previousRange(query),
    totals: totalsOf(before, metrics),
    change: {
      ...(metrics.includes('streams') ? { streams: changePercent(now.streams ?? 0, before.streams) } : {}),
      ...(metrics.includes('playedMs') ? { playedMs: changePercent(now.playedMs ?? 0, before.playedMs) } : {}),
    },
    data: query.groupBy.length === 0 ? (JSON.parse(before.data) as AnalyticsRow[]) : [],
  }
}
