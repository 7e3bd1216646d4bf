import type { AnalyticsMetric, AnalyticsSourceKind, Granularity } from '@spindle/contract'
import type { Tenant } from '../../platform/database/sql.ts'
import type { Filters, ParsedAnalyticsQuery } from './analytics-query.ts'
import { chooseRollup, columnOf, periodOf, type Rollup } from './choose-rollup.ts'

/** Reads go to roll-ups only, and the JSON of the rows is built where they are. */

export interface SourceRow {
  readonly kind: AnalyticsSourceKind
  readonly outlet: string
  readonly asOf: Date
  /** Whether it says how long plays were heard. */
  readonly isTimed: boolean
}

export const listSources = (tenant: Tenant, withLegacy: boolean, filters: Filters): Promise<SourceRow[]> =>
  tenant.rows(
    `select source_kind as kind, outlet_id as outlet, max(as_of) as "asOf", bool_or(timed) as "isTimed"
     from play_sources
     where account_id = $1 and ($2 or not legacy) and ($3::text is null or outlet_id = $3)
       and ($4::text is null or (outlet_id = $4 and source_kind = 'plays'))
     group by 1, 2 order by 1, 2`,
    [withLegacy, filters.outlet ?? null, filters.property ?? null],
  )

export interface RowsQuery {
  readonly question: ParsedAnalyticsQuery
  readonly withLegacy: boolean
  /** Those that are reported, of those that were asked for. */
  readonly metrics: readonly AnalyticsMetric[]
  readonly limit: number
  /** Key of the last row of the page before. */
  readonly after: string | undefined
}

export interface RowsResult {
  /** JSON array. */
  readonly data: string
  /** Key of the last row, when more follow. */
  readonly next: string | null
  readonly rows: number
  readonly streams: number
  readonly playedMs: number
  readonly isSandbox: boolean
}

export async function readRows(tenant: Tenant, query: RowsQuery): Promise<RowsResult> {
  const { question, withLegacy, metrics, limit, after } = query
  const { from, to, filters, groupBy } = question
  const [rank, first, second] = after === undefined ? [null, null, null] : (JSON.parse(after) as string[])
  const row = await tenant.row<RowsResult>(findSql(question), [
    from,
    to,
    withLegacy,
    groupBy.includes('property'),
    metrics.includes('streams'),
    metrics.includes('playedMs'),
    limit,
    rank,
    first,
    second,
    ...filterNames.map((name) => filters[name] ?? null),
  ])
  if (!row) throw new Error('an aggregate always has a row')
  return row
}

/** Their values are bound from `$12` on, in this order. */
const filterNames = [
  'outlet',
  'property',
  'territory',
  'source',
  'model',
  'releaseId',
  'trackId',
  'isrc',
  'gtin14',
] as const satisfies readonly (keyof Filters)[]

const texts = new Map<string, string>()

/** One text for each grain, granularity and groupBy: whatever else differs is bound, so that plans are few. */
function findSql(question: ParsedAnalyticsQuery): string {
  const rollup = chooseRollup(question)
  const key = [rollup.source, question.granularity, ...question.groupBy].join(' ')
  const text = texts.get(key) ?? buildSql(question, rollup)
  texts.set(key, text)
  return text
}

function buildSql({ granularity, groupBy }: ParsedAnalyticsQuery, rollup: Rollup): string {
  const [first = "''", second = "''"] = groupBy.map((name) => columnOf(name, rollup))
  const { origin } = rollup
  const rank = rankOf(granularity)
  const follows = `($9::text is null or (${rank}, first, second) > (${boundRankOf(granularity)}, $10::text, $11::text))`
  return `
    with cells as materialized (
      select ${periodOf(granularity)} as period, ${first} as first, ${second} as second,
             sum(d.streams)::bigint as streams, sum(d.timed)::bigint as timed, sum(d.played_ms)::bigint as played_ms,
             bool_or(${origin}.source_kind = 'sandbox') as sandbox
      from ${rollup.source}
      where ${origin}.account_id = $1 and d.day between $2 and $3 and ($4 or not ${origin}.legacy)
        and (not $5 or ${origin}.source_kind = 'plays') and ${conditionsOf(rollup)}
      group by 1, 2, 3
    ), page as materialized (
      select * from cells where ${follows} order by ${rank}, first, second limit $8
    )
    select '[' || coalesce((select string_agg(${rowJson(groupBy)}, ',') from page), '') || ']' as data,
           case when (select count(*) from cells where ${follows}) > $8 then
             (select json_build_array((${rank})::text, first, second)::text from page
              order by ${rank} desc, first desc, second desc limit 1) end as next,
           count(*) as rows, coalesce(sum(streams), 0)::bigint as streams,
           coalesce(sum(played_ms), 0)::bigint as "playedMs", coalesce(bool_or(sandbox), false) as "isSandbox"
    from cells`
}

/** Periods in their order; without periods, what was played most comes first. */
const rankOf = (granularity: Granularity): string => (granularity === 'total' ? '-streams' : 'period')
const boundRankOf = (granularity: Granularity): string => (granularity === 'total' ? '$9::numeric' : '$9::date')

/** A filter that the roll-up has no column for is never set: such a question goes to another roll-up. */
function conditionsOf(rollup: Rollup): string {
  const { origin, dimensions } = rollup
  const tracks = origin === 's'
  const conditions: Record<(typeof filterNames)[number], (value: string) => string | undefined> = {
    outlet: (value) => `${origin}.outlet_id = ${value}`,
    property: (value) => `(${origin}.outlet_id = ${value} and ${origin}.source_kind = 'plays')`,
    territory: (value) => (dimensions.includes('territory') ? `d.territory = ${value}` : undefined),
    source: (value) => (dimensions.includes('source') ? `d.source = ${value}` : undefined),
    model: (value) => (dimensions.includes('model') ? `d.model = ${value}` : undefined),
    releaseId: (value) => (tracks ? `s.release_id = ${value}` : undefined),
    trackId: (value) => (tracks ? `s.track_id = ${value}` : undefined),
    isrc: (value) =>
      tracks ? `s.track_id in (select id from tracks where account_id = $1 and isrc = ${value})` : undefined,
    gtin14: (value) =>
      tracks ? `s.release_id in (select id from releases where account_id = $1 and gtin14 = ${value})` : undefined,
  }
  return filterNames
    .map((name, index) => {
      const value = `$${index + 12}::text`
      const condition = conditions[name](value)
      return condition === undefined ? `${value} is null` : `(${value} is null or ${condition})`
    })
    .join(' and ')
}

/** Put together as text: ids, codes and outlets hold no character that JSON would escape (play_series checks it). */
function rowJson(groupBy: ParsedAnalyticsQuery['groupBy']): string {
  const group = groupBy
    .map((name, index) => {
      const value = index === 0 ? 'first' : 'second'
      return `'${index === 0 ? '' : ','}"${name}":' || case ${value} when '' then 'null' else '"' || ${value} || '"' end || `
    })
    .join('')
  return `'{"date":' || coalesce('"' || period || '"', 'null') || ',"group":{' || ${group} '},"metrics":{' ||
    case when $6 then '"streams":' || streams else '' end ||
    case when $7 and timed > 0 then case when $6 then ',' else '' end || '"playedMs":' || played_ms else '' end || '}}'`
}
