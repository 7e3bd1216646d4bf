import type { AnalyticsDimension, AnalyticsMetric, Granularity, Money } from '@spindle/contract'
import type { SqlValue, Tenant } from '../../platform/database/sql.ts'
import type { RollupFilters, RollupQuery } from '../plays/index.ts'

/**
 * The report data that analytics reads. A number belongs to the period that its store names, so it counts if this whole
 * period is in the range, and in the period of the answer that contains it.
 */

export interface ReportSourceRow {
  readonly store: string
  readonly asOf: Date
  readonly completeThrough: string
  readonly days: number
  /** Has earnings, not only usage. */
  readonly isFinal: boolean
  readonly hasStreams: boolean
  readonly hasDownloads: boolean
  /** In alphabetical order. */
  readonly currencies: readonly string[]
}

export const listReportSources = (
  tenant: Tenant,
  withLegacy: boolean,
  { outlet }: RollupFilters,
): Promise<ReportSourceRow[]> =>
  tenant.readRows(
    `select c.store, max(r.created_at) as "asOf", max(c.period_end)::text as "completeThrough",
            max(c.period_end - c.period_start + 1)::int as days, bool_and(r.is_statement) as "isFinal",
            bool_or(c.streams is not null) as "hasStreams", bool_or(c.downloads is not null) as "hasDownloads",
            coalesce(array_agg(distinct c.currency order by c.currency) filter (where c.currency is not null), '{}') as currencies
     from report_cells c join reports r on r.id = c.report_id
     join published_releases p on p.account_id = c.account_id and p.id = c.release_id
     where c.account_id = $1 and ($2 or not p.legacy) and ($3::text is null or c.store = $3)
     group by 1 order by 1`,
    [withLegacy, outlet ?? null],
  )

export interface ReportRequest {
  readonly query: RollupQuery
  readonly withLegacy: boolean
  readonly metrics: readonly AnalyticsMetric[]
  readonly limit: number
  /** Key of the last row of the previous page. */
  readonly after: string | undefined
}

export interface ReportRows {
  /** JSON array. */
  readonly data: string
  /** Key of the last row, if more follow. */
  readonly next: string | null
  /** Of the whole answer; null if no report has a number. */
  readonly streams: number | null
  readonly downloads: number | null
  /** One for each currency: amounts of different currencies are never added. */
  readonly revenue: readonly Money[] | null
  readonly rows: number
  readonly namedIds: readonly string[]
}

export async function readReports(tenant: Tenant, request: ReportRequest): Promise<ReportRows> {
  const { query, metrics, limit, after, withLegacy } = request
  const { from, to, filters, granularity, groupBy } = query
  const [rank, first, second] = after === undefined ? [null, null, null] : (JSON.parse(after) as string[])
  const order = granularity === 'total' ? '-coalesce(streams, 0)' : 'period'
  const names = groupBy.flatMap((name, index) =>
    name === 'release' || name === 'track' ? [index === 0 ? 'first' : 'second'] : [],
  )
  const row = await tenant.readRow<ReportRows>(
    `with cells as materialized (
       select ${periodOf(granularity)} as period, ${columnOf(groupBy[0])} as first, ${columnOf(groupBy[1])} as second,
              c.currency, sum(c.streams)::bigint as streams, sum(c.downloads)::bigint as downloads, sum(c.revenue) as revenue
       from report_cells c join published_releases p on p.account_id = c.account_id and p.id = c.release_id
       where c.account_id = $1 and c.period_start >= $2::date and c.period_end <= $3::date and ($4 or not p.legacy)
         and ${filterNames.map((name, index) => `($${index + 5}::text is null or ${conditions[name](`$${index + 5}`)})`).join(' and ')}
       group by 1, 2, 3, 4
     ), groups as materialized (
       select period, first, second, sum(streams)::bigint as streams, sum(downloads)::bigint as downloads, ${moneyOf('cells')} as revenue
       from cells group by 1, 2, 3
     ), found as materialized (
       select * from groups
       where $12::text is null or (${order}, first, second) > ($12::${granularity === 'total' ? 'bigint' : 'date'}, $13::text, $14::text)
       order by ${order}, first, second limit $15::int + 1
     ), page as materialized (
       select * from found order by ${order}, first, second limit $15::int
     ), currencies as (
       select currency, sum(revenue) as revenue from cells group by 1
     )
     select coalesce((select json_agg(${rowJson(groupBy)} order by ${order}, first, second) from page), '[]')::text as data,
            case when (select count(*) from found) > $15::int then
              (select json_build_array((${order})::text, first, second)::text from page
               order by ${order} desc, first desc, second desc limit 1) end as next,
            (select sum(streams)::bigint from cells) as streams, (select sum(downloads)::bigint from cells) as downloads,
            (select ${moneyOf('currencies')} from currencies) as revenue, (select count(*)::int from groups) as rows,
            ${names.length === 0 ? `'{}'::text[]` : `array(${names.map((name) => `select ${name} from page where ${name} <> ''`).join(' union ')} limit 1000)`} as "namedIds"`,
    [
      from,
      to,
      withLegacy,
      ...filterNames.map((name): SqlValue => filters[name] ?? null),
      rank,
      first,
      second,
      limit,
      ...['streams', 'downloads', 'revenue'].map((name) => metrics.some((metric) => metric === name)),
    ],
  )
  if (!row) throw new Error('an aggregate always has a row')
  return row
}

/** Their values are bound from `$5` on, in this order. */
const filterNames = ['outlet', 'territory', 'model', 'releaseId', 'trackId', 'isrc', 'gtin14'] as const

const conditions: Readonly<Record<(typeof filterNames)[number], (value: string) => string>> = {
  outlet: (value) => `c.store = ${value}`,
  territory: (value) => `c.territory = ${value}`,
  model: (value) => `c.model = ${value}`,
  releaseId: (value) => `c.release_id = ${value}`,
  trackId: (value) => `c.track_id = ${value}`,
  isrc: (value) => `c.track_id in (select id from published_tracks where account_id = $1 and isrc = ${value})`,
  gtin14: (value) => `p.gtin14 = ${value}`,
}

const periodOf = (granularity: Granularity): string =>
  granularity === 'total' ? 'null::date' : `date_trunc('${granularity}', c.period_start::timestamp)::date`

/** Unknown values are left out: reports have no properties, and do not show how listeners came to a track. */
function columnOf(dimension: AnalyticsDimension | undefined): string {
  switch (dimension) {
    case 'release':
      return 'c.release_id'
    case 'track':
      return `coalesce(c.track_id, '')`
    case 'outlet':
      return 'c.store'
    case 'territory':
    case 'model':
      return `c.${dimension}`
    case 'property':
    case 'source':
    case undefined:
      return `''`
  }
}

export const moneyOf = (table: string): string => `
  json_agg(json_build_object('amount', ${table}.revenue::text, 'currency', ${table}.currency) order by ${table}.currency)
    filter (where ${table}.revenue is not null)`

const rowJson = (groupBy: RollupQuery['groupBy']): string => {
  const group = groupBy.map((name, index) => `'${name}', nullif(${index === 0 ? 'first' : 'second'}, '')`)
  return `json_build_object('date', period, 'group', json_build_object(${group.join(', ')}), 'metrics', json_strip_nulls(json_build_object(
    'streams', case when $16 then streams end, 'downloads', case when $17 then downloads end,
    'revenue', case when $18 then revenue end)))`
}
