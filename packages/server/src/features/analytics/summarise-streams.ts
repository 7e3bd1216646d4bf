import type { AnalyticsRow, StreamsSummary } from '@spindle/contract'
import type { Tenant } from '../../platform/database/sql.ts'
import { addDays, dayMs, dayOf } from '../../platform/values/calendar.ts'
import { listPlaySources, readRollups } from '../plays/index.ts'
import { changePercent } from './compare-periods.ts'

const days = 28

/** Streams of the last 28 whole days and of the 28 before, everything of the account counted. */
export async function summariseStreams(tenant: Tenant, nowMs: number): Promise<StreamsSummary> {
  const to = dayOf(nowMs - dayMs)
  const from = addDays(to, 1 - days)
  const sources = await listPlaySources(tenant, true, {})
  const { data, isSandbox } = await readRollups(tenant, {
    query: {
      from: addDays(from, -days),
      to,
      granularity: 'day',
      groupBy: [],
      metrics: ['streams', 'playedMs'],
      filters: {},
    },
    withLegacy: true,
    metrics: ['streams', 'playedMs'],
    limit: 2 * days,
    after: undefined,
  })
  const byDay = new Map((JSON.parse(data) as AnalyticsRow[]).map(({ date, metrics }) => [date, metrics]))
  const range = Array.from({ length: days }, (_, index) => addDays(from, index))
  const sum = (list: readonly string[], metric: 'streams' | 'playedMs'): number =>
    list.reduce((total, day) => total + (byDay.get(day)?.[metric] ?? 0), 0)
  const streams = sum(range, 'streams')
  const previousStreams = sum(
    range.map((day) => addDays(day, -days)),
    'streams',
  )
  return {
    from,
    to,
    streams,
    playedMs: sources.some(({ isTimed }) => isTimed) ? sum(range, 'playedMs') : null,
    previousStreams,
    changePercent: changePercent(streams, previousStreams),
    days: range.map((day) => byDay.get(day)?.streams ?? 0),
    asOf: sources.length === 0 ? null : new Date(Math.max(...sources.map(({ asOf }) => asOf.getTime()))).toISOString(),
    sandbox: isSandbox,
  }
}
