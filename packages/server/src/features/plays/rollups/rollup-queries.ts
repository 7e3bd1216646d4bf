import type { AnalyticsMetric, AnalyticsSourceKind, Granularity } from '@spindle/contract'
import { plannedByValues, type Read, type SqlValue, type Tenant } from '../../../platform/database/sql.ts'
import { chooseRollup, columnOf, periodOf, type Rollup, type RollupFilters, type RollupQuery } from './choose-rollup.ts'
import { findKeptMonths } from './months-queries.ts'
import { countWindows, type DateRange, type KeptMonths, splitAtMonths, windowsOf } from './split-range.ts'

/** What analytics reads of the roll-ups: never single plays, and the JSON of the rows is built where they are. */

export interface SourceRow {
  readonly kind: AnalyticsSourceKind
  readonly outlet: string
  readonly asOf: Date
  /** Whether it has the duration of plays. */
  readonly isTimed: boolean
}

export const listPlaySources = (tenant: Tenant, withLegacy: boolean, filters: RollupFilters): Promise<SourceRow[]> =>
  tenant.readRows(
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
  /** Those of the requested ones that are reported. */
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
  /** Of the whole answer, not of the page. */
  readonly streams: number
  readonly playedMs: number
  readonly isSandbox: boolean
  /** Releases and tracks among the groups of the page. */
  readonly namedIds: readonly string[]
}

export async function readRollups(tenant: Tenant, request: RollupRequest): Promise<RollupRows> {
  const { query, metrics, limit, after } = request
  const [rank, first, second] = after === undefined ? [null, null, null] : (JSON.parse(after) as string[])
  const kept = await findKeptMonths(tenant)
  const values = [
    ...conditionValues(request),
    ...monthsAndEdges([query.from, query.to], kept),
    ...windowValues(query, kept, rank ?? query.from),
    metrics.includes('streams'),
    metrics.includes('playedMs'),
    limit,
    rank,
    first,
    second,
  ]
  const row = await tenant.readRow<RollupRows>(textOf('page', query), values, planOf(query))
  if (!row) throw new Error('an aggregate always has a row')
  return row
}

/** How many rows all pages have. */
export async function countRollups(
  tenant: Tenant,
  request: Pick<RollupRequest, 'query' | 'withLegacy'>,
): Promise<number> {
  const { query } = request
  const { from, to, granularity } = query
  const range = rangeValues(granularity, [from, to], await findKeptMonths(tenant))
  const values = [...conditionValues(request), ...range]
  const row = await tenant.readRow<{ rows: number }>(textOf('count', query), values, planOf(query))
  return row?.rows ?? 0
}

/** Their values are bound from `$4` on, in this order. */
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

const conditionValues = ({ query, withLegacy }: Pick<RollupRequest, 'query' | 'withLegacy'>): SqlValue[] => [
  withLegacy,
  query.groupBy.includes('property'),
  ...filterNames.map((name) => query.filters[name] ?? null),
]
const firstRangeAt = 4 + filterNames.length

/** Weeks span months, so only queries by month or over the whole range read those. */
const readsMonths = (granularity: Granularity): boolean => granularity === 'month' || granularity === 'total'

const monthsAndEdges = (range: DateRange, kept: KeptMonths | undefined): string[] => {
  const { before, months, after } = splitAtMonths(range, kept)
  return [...before, ...months, ...after]
}

const rangeValues = (granularity: Granularity, range: DateRange, kept: KeptMonths | undefined): readonly string[] =>
  readsMonths(granularity) ? monthsAndEdges(range, kept) : range

/** Without groups a period has one row, and with one period there is nothing to page through by time. */
const isWindowed = ({ granularity, groupBy }: RollupQuery): boolean => granularity !== 'total' && groupBy.length > 0

function windowValues(query: RollupQuery, kept: KeptMonths | undefined, position: string): string[] {
  const { from, to, granularity } = query
  const windows: readonly DateRange[] = isWindowed(query) ? windowsOf([from, to], granularity, position) : [[from, to]]
  return windows.flatMap((window) => rangeValues(granularity, window, kept))
}

const texts = new Map<string, string>()

/**
 * One text for each pair of roll-ups, granularity and groupBy: whatever else differs is bound, so that plans are few.
 */
function textOf(kind: 'page' | 'count', query: RollupQuery): string {
  const rollups = [chooseRollup(query).days, totalsOf(query).days, isNarrow(query)]
  const key = [kind, ...rollups, query.granularity, ...query.groupBy].join(' ')
  const text = texts.get(key) ?? buildText(kind, query)
  texts.set(key, text)
  return text
}

const buildText = (kind: 'page' | 'count', query: RollupQuery): string =>
  kind === 'page' ? pageText(query) : countText(query)

/** The few cells of the coarse roll-ups are read by their key, whatever the values are. */
const planOf = (query: RollupQuery): Read | undefined =>
  chooseRollup(query).origin === 'd' ? undefined : plannedByValues

/** Totals need no groups, so mostly they come from a coarser roll-up than the rows. */
const totalsOf = ({ filters }: RollupQuery): Rollup => chooseRollup({ groupBy: [], filters })

const countText = (query: RollupQuery): string =>
  `select count(*)::int as rows from (${groupsOf(query, firstRangeAt)}) cells`

function pageText(query: RollupQuery): string {
  const { granularity, groupBy } = query
  const totals = totalsOf(query)
  const rangeSize = readsMonths(granularity) ? 6 : 2
  const count = isWindowed(query) ? countWindows(granularity) : 1
  const names = Array.from({ length: count }, (_, index) => `window_${index + 1}`)
  const [streamsAt, playedMsAt, limitAt, rankAt, firstAt, secondAt] = [0, 1, 2, 3, 4, 5].map(
    (place) => firstRangeAt + 6 + count * rangeSize + place,
  )
  const rank = granularity === 'total' ? '-streams' : 'period'
  const order = `${rank}, first, second`
  const position = `$${rankAt}::text::${granularity === 'total' ? 'numeric' : 'date'}, $${firstAt}::text, $${secondAt}::text`
  const follows = `($${rankAt}::text is null or (${order}) > (${position}))`
  // A window is read only while those before it did not fill the page.
  const windows = names.map((name, index) => {
    const found = names.slice(0, index).map((other) => `(select count(*) from ${other})`)
    const isWanted = found.length === 0 ? '' : `${found.join(' + ')} <= $${limitAt}::int and`
    return `${name} as materialized (
      select * from (${groupsOf(query, firstRangeAt + 6 + index * rangeSize)}) cells where ${isWanted} ${follows}
      order by ${order} limit $${limitAt}::int + 1
    )`
  })
  return `
    with ${windows.join(', ')}, found as materialized (
      select * from (${names.map((name) => `select * from ${name}`).join(' union all ')}) every
      order by ${order} limit $${limitAt}::int + 1
    ), page as materialized (
      select * from found order by ${order} limit $${limitAt}::int
    )
    select '[' || coalesce((select string_agg(${rowJson(groupBy, `$${streamsAt}`, `$${playedMsAt}`)}, ',' order by ${order})
                            from page), '') || ']' as data,
           case when (select count(*) from found) > $${limitAt}::int then
             (select json_build_array((${rank})::text, first, second)::text from page
              order by ${rank} desc, first desc, second desc limit 1) end as next,
           totals.*, ${namedIds(groupBy)} as "namedIds"
    from (
      select coalesce(sum(d.streams), 0)::bigint as streams, coalesce(sum(d.played_ms), 0)::bigint as "playedMs",
             coalesce(bool_or(${totals.origin}.source_kind = 'sandbox'), false) as "isSandbox"
      from ${cellsOf({ ...query, granularity: 'total', groupBy: [] }, firstRangeAt)}
    ) totals`
}

/** The rows of the answer in a range whose values are bound from `$at` on. */
function groupsOf(query: RollupQuery, at: number): string {
  const rollup = chooseRollup(query)
  const [first = "''", second = "''"] = query.groupBy.map((name) => columnOf(name, rollup))
  return `
      select d.period, ${first} as first, ${second} as second, sum(d.streams)::bigint as streams,
             sum(d.timed)::bigint as timed, sum(d.played_ms)::bigint as played_ms
      from ${cellsOf(query, at)} group by 1, 2, 3`
}

/**
 * Days, or days, months and days again, added up as far as the question lets them be before they meet their series:
 * that is where the time goes when cells are millions.
 */
function cellsOf(query: Pick<RollupQuery, 'granularity' | 'groupBy' | 'filters'>, at: number): string {
  const { granularity, groupBy } = query
  const rollup = chooseRollup(query)
  const key = [
    ...(rollup.origin === 's' ? ['d.series'] : ['d.source_kind', 'd.outlet_id']),
    ...rollup.dimensions.filter((name) => groupBy.includes(name)).map((name) => `d.${name}`),
  ]
  const narrowed = isNarrow(query) ? `and d.series = any (array(${seriesText}))` : ''
  const part = (table: string, date: string, place: number): string => `
      select ${periodOf(granularity, date)} as period, ${key.join(', ')}, sum(d.streams)::bigint as streams,
             sum(d.timed)::bigint as timed, sum(d.played_ms)::bigint as played_ms
      from ${table} d
      where d.account_id = $1 and ${date} between $${place}::date and $${place + 1}::date
        and ${ownConditions(rollup)} ${narrowed}
      group by 1, ${key.join(', ')}`
  const days = (place: number): string => part(rollup.days, 'd.day', place)
  const cells = readsMonths(granularity)
    ? [days(at), part(rollup.months, 'd.month', at + 2), days(at + 4)].join(' union all ')
    : days(at)
  return rollup.origin === 's'
    ? `(${cells}) d join play_series s on s.number = d.series where s.account_id = $1 and ${originConditions('s')} and ${trackConditions}`
    : `(${cells}) d where true`
}

const namedIds = (groupBy: RollupQuery['groupBy']): string => {
  const ids = groupBy.flatMap((name, index) =>
    name === 'release' || name === 'track' ? [`select ${index === 0 ? 'first' : 'second'} as id from page`] : [],
  )
  return ids.length === 0
    ? `'{}'::text[]`
    : `array(select distinct id from (${ids.join(' union all ')}) named limit 1000)`
}

const boundTo = (name: (typeof filterNames)[number]): string => `$${filterNames.indexOf(name) + 4}::text`

/** What was not requested is null. */
const wherever = (name: (typeof filterNames)[number], condition: (value: string) => string): string =>
  `(${boundTo(name)} is null or ${condition(boundTo(name))})`

const originConditions = (origin: Rollup['origin']): string =>
  [
    `($2 or not ${origin}.legacy)`,
    `(not $3 or ${origin}.source_kind = 'plays')`,
    wherever('outlet', (value) => `${origin}.outlet_id = ${value}`),
    wherever('property', (value) => `(${origin}.outlet_id = ${value} and ${origin}.source_kind = 'plays')`),
  ].join(' and ')

const trackFilters = ['releaseId', 'trackId', 'isrc', 'gtin14'] as const

const trackConditions = [
  wherever('releaseId', (value) => `s.release_id = ${value}`),
  wherever('trackId', (value) => `s.track_id = ${value}`),
  wherever(
    'isrc',
    (value) => `s.track_id in (select id from published_tracks where account_id = $1 and isrc = ${value})`,
  ),
  wherever(
    'gtin14',
    (value) => `s.release_id in (select id from published_releases where account_id = $1 and gtin14 = ${value})`,
  ),
].join(' and ')

/** Where a question is about some tracks, their cells are found by series and not by day. */
const isNarrow = ({ filters }: Pick<RollupQuery, 'filters'>): boolean =>
  trackFilters.some((name) => filters[name] !== undefined)
const seriesText = `select s.number from play_series s where s.account_id = $1 and ${trackConditions}`

/**
 * Conditions on the columns beside the sums. A filter that the roll-up has no column for is never set: such a query
 * goes to another roll-up.
 */
function ownConditions({ origin, dimensions }: Rollup): string {
  const own = (['territory', 'source', 'model'] as const).map((name) =>
    dimensions.includes(name) ? wherever(name, (value) => `d.${name} = ${value}`) : `${boundTo(name)} is null`,
  )
  const unknown = trackFilters.map((name) => `${boundTo(name)} is null`)
  return [...own, ...(origin === 'd' ? [originConditions('d'), ...unknown] : [])].join(' and ')
}

/** Put together as text: ids, codes and outlets hold no character that JSON would escape (play_series checks it). */
function rowJson(groupBy: RollupQuery['groupBy'], hasStreams: string, hasPlayedMs: string): string {
  const group = groupBy
    .map((name, index) => {
      const value = index === 0 ? 'first' : 'second'
      return `'${index === 0 ? '' : ','}"${name}":' || case ${value} when '' then 'null' else '"' || ${value} || '"' end || `
    })
    .join('')
  return `'{"date":' || coalesce('"' || period || '"', 'null') || ',"group":{' || ${group} '},"metrics":{' ||
    case when ${hasStreams} then '"streams":' || streams else '' end ||
    case when ${hasPlayedMs} and timed > 0 then case when ${hasStreams} then ',' else '' end || '"playedMs":' || played_ms else '' end || '}}'`
}
