import type { AnalyticsMetric } from '@spindle/contract'
import type { Tenant } from '../../platform/database/sql.ts'
import { addDays, dayOf } from '../../platform/values/calendar.ts'
import {
  countRollups,
  listPlaySources,
  type RollupQuery,
  type RollupRows,
  readRollups,
  type SourceRow,
} from '../plays/index.ts'
import { comparePeriods, previousRange, totalsOf } from './compare-periods.ts'
import type { Numbers, NumbersPart, UnnamedSource } from './numbers.ts'

/** What properties reported, play by play. */

export interface PlayQuestion {
  readonly query: RollupQuery
  readonly withLegacy: boolean
  /** Plays of older days are final: none can arrive any more. */
  readonly firstOpenDay: string
}

/** As many days as a range may have. */
const maxComparedRows = 400

export async function playNumbers(tenant: Tenant, { query, withLegacy, firstOpenDay }: PlayQuestion): Promise<Numbers> {
  const sources = await listPlaySources(tenant, withLegacy, query.filters)
  const reported = reportedMetrics(sources)
  const metrics = query.metrics.filter((metric) => reported.includes(metric))
  // What began to be reported between the two reads belongs to the next answer: rows without a source say nothing.
  const read = (part: NumbersPart, asked: RollupQuery = query): Promise<RollupRows> =>
    sources.length === 0 ? Promise.resolve(noRows) : readRollups(tenant, { query: asked, withLegacy, metrics, ...part })
  return {
    metrics,
    sources: sources.map((source) => sourceOf(source, query.to < firstOpenDay)),
    currencies: [],
    async read(part) {
      const rows = await read(part)
      return { ...rows, totals: totalsOf(rows, metrics) }
    },
    count: async () => (sources.length === 0 ? 0 : countRollups(tenant, { query, withLegacy })),
    async compare(now) {
      const range = previousRange(query)
      const before = await read({ limit: maxComparedRows, after: undefined }, { ...query, ...range })
      return comparePeriods(query, metrics, { now, before })
    },
  }
}

const noRows: RollupRows = { data: '[]', next: null, streams: 0, playedMs: 0, isSandbox: false, namedIds: [] }

/** The metrics with a source. Downloads and revenue come with reports only. */
function reportedMetrics(sources: readonly SourceRow[]): readonly AnalyticsMetric[] {
  if (sources.length === 0) return []
  return sources.some(({ isTimed }) => isTimed) ? ['streams', 'playedMs'] : ['streams']
}

const sourceOf = ({ kind, outlet, asOf }: SourceRow, final: boolean): UnnamedSource => ({
  outlet,
  property: kind === 'plays' ? outlet : null,
  kind,
  cadence: 'continuous',
  asOf: asOf.toISOString(),
  completeThrough: addDays(dayOf(asOf.getTime()), -1),
  final,
})
