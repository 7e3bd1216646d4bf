import type { AnalyticsMetric, AnalyticsSourceKind, Granularity } from '@spindle/contract'
import type { Tenant, Transaction } from '../../../platform/database/sql.ts'
import { chooseRollup, columnOf, periodOf, type Rollup, type RollupFilters, type RollupQuery } from './choose-rollup.ts'

/**
 * Every statement on the roll-ups: the fold that fills them from `play_deltas`, and the reads of analytics. Reads never
 * look at single plays, and the JSON of their rows is built where they are.
 */

// Folding runs across accounts: deltas know their series, and a series knows its account.

/** One fold at a time: the counters of a day are written by everybody, and two writers would wait for each other. */
export const lockFolding = async (trx: Transaction): Promise<void> => {
  await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.plays.fold'))`)
}

const add = (table: string): string =>
  ['streams', 'timed', 'played_ms'].map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')

const rollUp = (table: string, dimensions: string): string => `
    insert into ${table} (account_id, ${dimensions}, streams, timed, played_ms)
    select account_id, ${dimensions}, sum(streams), sum(timed), sum(played_ms) from moved
    group by account_id, ${dimensions}
    on conflict (account_id, ${dimensions}) do update set ${add(table)}`

const foldText = `
  with taken as (
    delete from play_deltas where ctid = any (array(select ctid from play_deltas limit $1))
    returning series, day, territory, source, model, streams, timed, played_ms
  ), moved as materialized (
    select s.account_id, s.source_kind, s.outlet_id, s.legacy, t.*
    from taken t join play_series s on s.number = t.series
  ), by_day as (${rollUp('play_days', 'series, day, territory, source, model')}
  ), by_track as (${rollUp('play_track_days', 'series, day')}
  ), by_audience as (${rollUp('play_audience_days', 'day, territory, source, model, source_kind, outlet_id, legacy')}
  ), by_territory as (${rollUp('play_territory_days', 'day, territory, source_kind, outlet_id, legacy')}
  ), by_source as (
    insert into play_sources (account_id, source_kind, outlet_id, legacy, as_of, timed)
    select account_id, source_kind, outlet_id, legacy, now(), bool_or(timed > 0) from moved group by 1, 2, 3, 4
    on conflict (account_id, source_kind, outlet_id, legacy) do update
      set as_of = excluded.as_of, timed = play_sources.timed or excluded.timed
  )
  select count(*) as folded from taken`

/** Moves up to `limit` deltas into the roll-ups and answers how many it found. */
export async function foldDeltas(trx: Transaction, limit: number): Promise<number> {
  const row = await trx.row<{ folded: number }>(foldText, [limit])
  return row?.folded ?? 0
}

export interface SourceRow {
  readonly kind: AnalyticsSourceKind
  readonly outlet: string
  readonly asOf: Date
  /** Whether it says how long plays were heard. */
  readonly isTimed: boolean
}

export const listPlaySources = (tenant: Tenant, withLegacy: boolean, filters: RollupFilters): Promise<SourceRow[]> =>
  tenant.rows(
    `select source_kind as kind, outlet_id as outlet, max(as_of) as "asOf", bool_or(timed) as "isTimed"
     from play_sources
     where account_id = $1 and ($2 or not legacy) and ($3::text is null or outlet_id = $3)
       and ($4::text is null or (outlet_id = $4 and source_kind = 'plays'))
     group by 1, 2 order by 1, 2`,
    [withLegacy, filters.outlet ?? null, filters.property ?? null],
  )

export interface RollupRequest {
  readonly query: RollupQuery
  readonly withLegacy: boolean
  /** Those that are reported, of those that were asked for. */
  readonly metrics: readonly AnalyticsMetric[]
  readonly limit: number
  /** Key of the last row of the page before. */
  readonly after: string | undefined
}

export interface RollupRows {
  /** JSON array. */
  readonly data: string
  /** Key of the last row, when more follow. */
  readonly next: string | null
  readonly rows: number
  readonly streams: number
  readonly playedMs: number
  readonly isSandbox: boolean
  /** Releases and tracks among the groups of the page. */
  readonly namedIds: readonly string[]
}

export async function readRollups(tenant: Tenant, request: RollupRequest): Promise<RollupRows> {
  const { query, withLegacy, metrics, limit, after } = request
  const { from, to, filters, groupBy } = query
  const [rank, first, second] = after === undefined ? [null, null, null] : (JSON.parse(after) as string[])
  const row = await tenant.row<RollupRows>(findSql(query), [
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
] as const satisfies readonly (keyof RollupFilters)[]

const texts = new Map<string, string>()

/** One text for each grain, granularity and groupBy: whatever else differs is bound, so that plans are few. */
function findSql(query: RollupQuery): string {
  const rollup = chooseRollup(query)
  const key = [rollup.source, query.granularity, ...query.groupBy].join(' ')
  const text = texts.get(key) ?? buildSql(query, rollup)
  texts.set(key, text)
  return text
}

function buildSql({ granularity, groupBy }: RollupQuery, rollup: Rollup): string {
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
           coalesce(sum(played_ms), 0)::bigint as "playedMs", coalesce(bool_or(sandbox), false) as "isSandbox",
           ${namedIds(groupBy)} as "namedIds"
    from cells`
}

const namedIds = (groupBy: RollupQuery['groupBy']): string => {
  const ids = groupBy.flatMap((name, index) =>
    name === 'release' || name === 'track' ? [`select ${index === 0 ? 'first' : 'second'} as id from page`] : [],
  )
  return ids.length === 0
    ? `'{}'::text[]`
    : `array(select distinct id from (${ids.join(' union all ')}) named limit 1000)`
}

/** Periods in their order; without periods, what was played most comes first. */
const rankOf = (granularity: Granularity): string => (granularity === 'total' ? '-streams' : 'period')
const boundRankOf = (granularity: Granularity): string => (granularity === 'total' ? '$9::numeric' : '$9::date')

/** A filter that the roll-up has no column for is never set: such a query goes to another roll-up. */
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
      tracks ? `s.track_id in (select id from published_tracks where account_id = $1 and isrc = ${value})` : undefined,
    gtin14: (value) =>
      tracks
        ? `s.release_id in (select id from published_releases where account_id = $1 and gtin14 = ${value})`
        : undefined,
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
function rowJson(groupBy: RollupQuery['groupBy']): string {
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
