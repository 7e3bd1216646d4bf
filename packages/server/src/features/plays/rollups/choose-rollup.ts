import type { AnalyticsDimension, AnalyticsMetric, Granularity } from '@spindle/contract'

/**
 * Which roll-up answers a query, and under which name it holds a dimension. The coarsest that knows every dimension
 * is chosen, because the cost of an answer is the rows it reads.
 */

/** Which metrics are requested. */
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

/** The same numbers by day and by month. */
export interface Rollup {
  readonly days: string
  readonly months: string
  /** Where outlet, kind of source and legacy stand: beside the sums, or at the series. */
  readonly origin: 'd' | 's'
  /** The dimensions that stand beside the sums as well. */
  readonly dimensions: readonly AnalyticsDimension[]
}

const rollup = (
  days: string,
  months: string,
  origin: Rollup['origin'],
  ...dimensions: AnalyticsDimension[]
): Rollup => ({ days, months, origin, dimensions })

export const rollups = {
  everything: rollup('play_days', 'play_months', 's', 'territory', 'source', 'model'),
  tracks: rollup('play_track_days', 'play_track_months', 's'),
  audiences: rollup('play_audience_days', 'play_audience_months', 'd', 'territory', 'source', 'model'),
  territories: rollup('play_territory_days', 'play_territory_months', 'd', 'territory'),
} as const

/** The columns that identify a cell of a roll-up, besides account and date. */
export const keyColumnsOf = ({ origin, dimensions }: Rollup): readonly string[] => [
  ...(origin === 's' ? ['series'] : ['source_kind', 'outlet_id', 'legacy']),
  ...dimensions,
]

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
export function periodOf(granularity: Granularity, date: string): string {
  switch (granularity) {
    case 'day':
      return date
    case 'week':
    case 'month':
      return `date_trunc('${granularity}', ${date}::timestamp)::date`
    case 'total':
      return 'null::date'
  }
}
