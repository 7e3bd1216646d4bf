import type { AnalyticsMetric, MetricValues } from '@spindle/contract'
import type { Tenant } from '../../platform/database/sql.ts'
import type { RollupQuery } from '../plays/index.ts'
import { listReportSources, type ReportRows, type ReportSourceRow, readReports } from '../reports/index.ts'
import type { Numbers, NumbersPart, UnnamedSource } from './numbers.ts'

/** What stores say in their reports. */

export interface ReportQuestion {
  readonly query: RollupQuery
  readonly withLegacy: boolean
}

export async function reportNumbers(tenant: Tenant, { query, withLegacy }: ReportQuestion): Promise<Numbers> {
  const sources = await listReportSources(tenant, withLegacy, query.filters)
  const reported = reportedMetrics(sources)
  const metrics = query.metrics.filter((metric) => reported.includes(metric))
  const read = (part: NumbersPart): Promise<ReportRows> => readReports(tenant, { query, withLegacy, metrics, ...part })
  return {
    metrics,
    sources: sources.map(sourceOf),
    currencies: [...new Set(sources.flatMap(({ currencies }) => currencies))].sort(),
    async read(part) {
      const { data, next, namedIds, ...sums } = await read(part)
      return { data, next, namedIds, isSandbox: false, totals: totalsOf(sums, metrics) }
    },
    count: async () => (await read({ limit: 1, after: undefined })).rows,
  }
}

function reportedMetrics(sources: readonly ReportSourceRow[]): readonly AnalyticsMetric[] {
  const some = (has: (source: ReportSourceRow) => boolean, name: AnalyticsMetric) => (sources.some(has) ? [name] : [])
  return [
    ...some(({ hasStreams }) => hasStreams, 'streams'),
    ...some(({ hasDownloads }) => hasDownloads, 'downloads'),
    ...some(({ currencies }) => currencies.length > 0, 'revenue'),
  ]
}

/** Only what was said: a range about which no report says anything has no numbers, and not zeros. */
const totalsOf = (
  { streams, downloads, revenue }: Pick<ReportRows, 'streams' | 'downloads' | 'revenue'>,
  metrics: readonly AnalyticsMetric[],
): MetricValues => ({
  ...(metrics.includes('streams') && streams !== null ? { streams } : {}),
  ...(metrics.includes('downloads') && downloads !== null ? { downloads } : {}),
  ...(metrics.includes('revenue') && revenue !== null ? { revenue: [...revenue] } : {}),
})

const sourceOf = ({ store, days, asOf, completeThrough, isFinal }: ReportSourceRow): UnnamedSource => ({
  outlet: store,
  property: null,
  kind: 'report',
  cadence: days <= 1 ? 'daily' : days <= 7 ? 'weekly' : 'monthly',
  asOf: asOf.toISOString(),
  completeThrough,
  final: isFinal,
})
