import type { AnalyticsDimension, AnalyticsMetric, Granularity } from '@spindle/contract'

/**
 * Which roll-up answers a query, and under which name it holds a dimension. The coarsest that knows every dimension
 * is chosen, because the cost of an answer is the rows it reads.
 */

/** Which figures are asked for. */
export interface RollupQuery {
  readonly from: string
  readonly to: string
  readonly granularity: Granularity
  readonly groupBy: readonly AnalyticsDimension[]
  readonly metrics: readonly AnalyticsMetric[]
  readonly filters: RollupFilters
}

export interface RollupFilters {
  readonly releaseId?: string | undefined
  readonly trackId?: string | undefined
  readonly isrc?: string | undefined
  readonly gtin14?: string | undefined
  readonly outlet?: string | undefined
  readonly property?: string | undefined
  readonly territory?: string | undefined
  readonly source?: string | undefined
  readonly model?: string | undefined
}

export interface Rollup {
  /** The FROM clause; `d` holds the day and the sums. */
  readonly source: string
  /** Where outlet, kind of source and legacy stand. */
  readonly origin: 'd' | 's'
  /** The dimensions `d` holds as well. */
  readonly dimensions: readonly AnalyticsDimension[]
}

const bySeries = (table: string, ...dimensions: AnalyticsDimension[]): Rollup => ({
  source: `play_series s join ${table} d on d.account_id = s.account_id and d.series = s.number`,
  origin: 's',
  dimensions,
})
const byAccount = (table: string, ...dimensions: AnalyticsDimension[]): Rollup => ({
  source: `${table} d`,
  origin: 'd',
  dimensions,
})

const rollups = {
  everything: bySeries('play_days', 'territory', 'source', 'model'),
  tracks: bySeries('play_track_days'),
  audiences: byAccount('play_audience_days', 'territory', 'source', 'model'),
  territories: byAccount('play_territory_days', 'territory'),
} as const

export function chooseRollup({ groupBy, filters }: Pick<RollupQuery, 'groupBy' | 'filters'>): Rollup {
  const { releaseId, trackId, isrc, gtin14, territory, source, model } = filters
  const groups = (...dimensions: AnalyticsDimension[]): boolean => dimensions.some((name) => groupBy.includes(name))
  const asksTrack = groups('release', 'track') || [releaseId, trackId, isrc, gtin14].some(Boolean)
  const asksAudience = groups('source', 'model') || [source, model].some(Boolean)
  if (asksTrack) return asksAudience || groups('territory') || territory ? rollups.everything : rollups.tracks
  return asksAudience ? rollups.audiences : rollups.territories
}

export function columnOf(dimension: AnalyticsDimension, { origin }: Rollup): string {
  switch (dimension) {
    case 'release':
      return 's.release_id'
    case 'track':
      return 's.track_id'
    case 'outlet':
    case 'property':
      return `${origin}.outlet_id`
    case 'territory':
    case 'source':
    case 'model':
      return `d.${dimension}`
  }
}

/** The first day of the period a day belongs to; null where there is only one period. */
export function periodOf(granularity: Granularity): string {
  switch (granularity) {
    case 'day':
      return 'd.day'
    case 'week':
    case 'month':
      return `date_trunc('${granularity}', d.day::timestamp)::date`
    case 'total':
      return 'null::date'
  }
}
