import type {
  Analytics,
  AnalyticsMetric,
  AnalyticsQuery,
  AnalyticsRow,
  AnalyticsSource,
  MetricValues,
} from '@spindle/contract'
import { csvMediaType, formatCsv } from '../../http/csv.ts'
import { type PageRequest, type PageResponse, RawJson } from '../../http/handler-response.ts'
import { addDays, dayMs, dayOf } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import { listPlaySources, type RollupQuery, type RollupRows, readRollups, type SourceRow } from '../plays/index.ts'
import { parseAnalyticsQuery } from './analytics-query.ts'

/** Numbers and where they come from. `family` decides whether what the single-asset API made is counted. */
export interface AnalyticsService {
  query(tenant: Tenant, family: Family, query: AnalyticsQuery, page: PageRequest): Promise<PageResponse<AnalyticsRow>>
}

export type Family = 'music' | 'everything'

export interface AnalyticsServiceOptions {
  readonly clock: Clock
  /** Plays of older days are final: none can arrive any more. */
  readonly retentionDays: number
}

export function analyticsService({ clock, retentionDays }: AnalyticsServiceOptions): AnalyticsService {
  return {
    async query(tenant, family, query, { limit, after, wantsTotal }) {
      const now = clock.now()
      const parsed = parseAnalyticsQuery(query, now)
      const withLegacy = family === 'everything'
      const sources = await listPlaySources(tenant, withLegacy, parsed.filters)
      const reported = reportedMetrics(sources)
      const metrics = parsed.metrics.filter((metric) => reported.includes(metric))
      // What began to be reported between the two reads belongs to the next answer: rows without a source say nothing.
      const rows =
        sources.length === 0 ? noRows : await readRollups(tenant, { query: parsed, withLegacy, metrics, limit, after })
      const final = parsed.to < addDays(dayOf(now), -retentionDays)
      return {
        page: {
          data: new RawJson(rows.data),
          next: rows.next,
          total: wantsTotal ? rows.rows : undefined,
          extraMembers: buildExtraMembers(parsed, {
            nextDayAt: nextDayAt(now),
            rows,
            metrics,
            sources: sources.map((source) => sourceOf(source, final)),
          }),
        },
        text: query.format === 'csv' ? csvAnswer(parsed, rows.data) : undefined,
      }
    },
  }
}

const noRows: RollupRows = { data: '[]', next: null, rows: 0, streams: 0, playedMs: 0, isSandbox: false }

/** What somebody says something about. Downloads, listeners and revenue come with imported reports only. */
function reportedMetrics(sources: readonly SourceRow[]): readonly AnalyticsMetric[] {
  if (sources.length === 0) return []
  return sources.some(({ isTimed }) => isTimed) ? ['streams', 'playedMs'] : ['streams']
}

const sourceOf = ({ kind, outlet, asOf }: SourceRow, final: boolean): AnalyticsSource => ({
  outlet,
  property: kind === 'plays' ? outlet : null,
  kind,
  cadence: 'continuous',
  asOf: asOf.toISOString(),
  completeThrough: addDays(dayOf(asOf.getTime()), -1),
  final,
})

/** Days are those of UTC. */
const nextDayAt = (nowMs: number): string => new Date((Math.floor(nowMs / dayMs) + 1) * dayMs).toISOString()

interface ReportedRows {
  readonly nextDayAt: string
  readonly rows: RollupRows
  readonly metrics: readonly AnalyticsMetric[]
  readonly sources: AnalyticsSource[]
}

function buildExtraMembers(
  parsed: RollupQuery,
  { rows, metrics, sources, nextDayAt: next }: ReportedRows,
): Omit<Analytics, 'data' | 'page'> {
  const { from, to, granularity } = parsed
  const totals: MetricValues = {
    ...(metrics.includes('streams') ? { streams: rows.streams } : {}),
    ...(metrics.includes('playedMs') ? { playedMs: rows.playedMs } : {}),
  }
  const unavailable = parsed.metrics.filter((metric) => !metrics.includes(metric))
  return {
    range: { from, to, granularity, timeZone: 'UTC' },
    totals,
    meta: { sources, unavailable, sandbox: rows.isSandbox, nextDayAt: next },
  }
}

function csvAnswer({ from, to, groupBy, metrics }: RollupQuery, data: string) {
  const rows = JSON.parse(data) as AnalyticsRow[]
  const content = formatCsv(
    ['date', ...groupBy, ...metrics],
    rows.map(({ date, group, metrics: values }) => [
      date,
      ...groupBy.map((name) => group[name]),
      ...metrics.map((name) => (name === 'revenue' ? values.revenue?.amount : values[name])),
    ]),
  )
  return { mediaType: csvMediaType, content, filename: `analytics-${from}-${to}.csv` }
}
