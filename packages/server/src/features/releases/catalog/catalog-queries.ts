import type { CatalogPart } from '@spindle/contract'
import { isoInstant } from '../../../platform/database/iso-instant.ts'
import { jsonBoolean, jsonObject, jsonPlainText } from '../../../platform/database/json-text.ts'
import { fitsPage } from '../../../platform/database/page-budget.ts'
import type { SqlValue, Tenant } from '../../../platform/database/sql.ts'
import { listedMembers } from '../reading/release-json.ts'
import { type OrderName, releaseOrders } from '../reading/release-order.ts'
import {
  type BoundSearch,
  bindSearch,
  findSearch,
  foundReleases,
  matchedJson,
  matchesSearch,
  readFirst,
  releasesFound,
  type Search,
} from '../reading/search-queries.ts'
import { planOf, stateConditions } from '../reading/state-queries.ts'
import type { CatalogFilters } from './catalog-query.ts'

/** The catalog is the account's releases, read as JSON that PostgreSQL makes. */

const partJson: Readonly<Record<CatalogPart, string>> = {
  tracks: `coalesce((
    select json_agg(json_build_object('id', t.id, 'disc', t.disc, 'number', t.number, 'title', t.title, 'isrc', t.isrc,
                                      'durationMs', t.duration_ms) order by t.position)
    from tracks t where t.account_id = $1 and t.release_id = r.id), '[]')`,
  deliveries: `coalesce((
    select json_agg(json_build_object('outlet', d.outlet_id, 'kind', d.outlet_kind, 'status', d.status,
                                      'liveAt', ${isoInstant('d.live_at')}, 'updatedAt', ${isoInstant('d.updated_at')})
                    order by d.outlet_id)
    from deliveries d where d.account_id = $1 and d.release_id = r.id), '[]')`,
}

const itemJson = (parts: readonly CatalogPart[], search?: BoundSearch): string =>
  jsonObject({
    ...listedMembers,
    deleted: jsonBoolean('false'),
    ...(search !== undefined && { matched: matchedJson(search) }),
    ...Object.fromEntries(parts.map((part) => [part, partJson[part]])),
  })

const tombstoneJson = jsonObject({
  id: jsonPlainText('r.id'),
  deleted: jsonBoolean('true'),
  updatedAt: jsonPlainText(isoInstant('r.updated_at')),
})

const conditions: Readonly<Record<Exclude<keyof CatalogFilters, 'q' | 'state'>, (value: string) => string>> = {
  type: (value) => `r.type = ${value}`,
  status: (value) => `r.status = ${value}`,
  upc: (value) => `r.upc = ${value}`,
  gtin14: (value) => `r.gtin14 = ${value}`,
  isrc: (value) =>
    `exists (select from tracks t where t.account_id = $1 and t.release_id = r.id and t.isrc = ${value})`,
  artist: (value) => `strpos(lower(r.display_artist), lower(${value})) > 0`,
  label: (value) => `strpos(lower(r.label), lower(${value})) > 0`,
  territory: (value) => `case coalesce(r.territories ->> 'mode', 'worldwide')
      when 'include' then r.territories -> 'codes' ? ${value}
      when 'exclude' then not coalesce(r.territories -> 'codes' ? ${value}, false) else ${value}::text is not null end`,
  releasedFrom: (value) => `r.release_date >= ${value}::date`,
  releasedTo: (value) => `r.release_date <= ${value}::date`,
  updatedSince: (value) => `r.updated_at >= ${value}::timestamptz`,
  ids: (value) => `r.id = any(${value}::text[])`,
}

interface Where {
  readonly text: string
  readonly values: readonly SqlValue[]
}

// Tombstones are only for mirrors. They lack the values that other filters use, so they pass them: a mirror that has a
// part of the catalog must learn that a release of its part was deleted.
function buildWhere(
  { updatedSince, q: _q, state = {}, ...filters }: CatalogFilters,
  matches: Matches | undefined,
  { isSearched }: { readonly isSearched: boolean },
): Where {
  const values: SqlValue[] = [...(matches?.values ?? [])]
  const bind = (value: SqlValue): string => `$${values.push(value) + 1}`
  const named = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => conditions[name as keyof typeof conditions](bind(value)))
  const texts = [...named, ...stateConditions(state, bind)]
  const all = matches === undefined || !isSearched ? texts : [...texts, matchesSearch(matches.search)]
  if (updatedSince === undefined) return { text: ['r.deleted_at is null', ...all].join(' and '), values }
  const passes = all.length === 0 ? 'true' : `(r.deleted_at is not null or (${all.join(' and ')}))`
  return { text: `${passes} and ${conditions.updatedSince(bind(updatedSince))}`, values }
}

/** A search with its parameters, the first ones of the statement. */
interface Matches {
  readonly search: BoundSearch
  readonly values: readonly SqlValue[]
}

function bindMatches(search: Search | undefined, isShown: boolean): Matches | undefined {
  if (search === undefined) return undefined
  const values: SqlValue[] = []
  const bind = (value: SqlValue): string => `$${values.push(value) + 1}`
  return { search: bindSearch(search, bind, { isShown }), values }
}

export interface CatalogPage {
  /** JSON array. */
  readonly data: string
  /** Position of the last item, if more follow. */
  readonly next: string | null
}

export interface PageQuery {
  readonly filters: CatalogFilters
  readonly parts: readonly CatalogPart[]
  readonly order: OrderName
  readonly limit: number
  readonly after: string | undefined
  readonly isCsv: boolean
}

export const findCatalogPage = async (tenant: Tenant, query: PageQuery): Promise<CatalogPage> =>
  readFirst(
    await findSearch(tenant, query.filters.q),
    (search) => findSearchedPage(tenant, query, search),
    ({ data }) => data === '[]',
  )

async function findSearchedPage(tenant: Tenant, query: PageQuery, searched: Search | undefined): Promise<CatalogPage> {
  const { rows, values, search } = pageRows(query, searched)
  const row = await tenant.readRow<CatalogPage>(
    `${rows}
     select coalesce(string_agg(${rowJson(query, search)}, ',' order by r.place), '') as data,
            ${nextPosition(query)} as next
     from kept r`,
    values,
    planOf(query.filters.state),
  )
  return row ? { ...row, data: `[${row.data}]` } : { data: '[]', next: null }
}

interface CatalogRows {
  readonly items: readonly string[]
  readonly next: string | null
}

/** The same, each item separately: other media types are written one after the other. */
export const findCatalogRows = async (tenant: Tenant, query: PageQuery): Promise<CatalogRows> =>
  readFirst(
    await findSearch(tenant, query.filters.q),
    (search) => findSearchedRows(tenant, query, search),
    ({ items }) => items.length === 0,
  )

async function findSearchedRows(tenant: Tenant, query: PageQuery, searched: Search | undefined): Promise<CatalogRows> {
  const { rows, values, search } = pageRows(query, searched)
  // One row per item: the driver parses an array of megabytes character by character.
  const found = await tenant.readRows<{ item: string; next: string | null }>(
    `${rows}
     select ${rowJson(query, search)} as item, (select ${nextPosition(query)} from kept r) as next
     from kept r order by r.place`,
    values,
    planOf(query.filters.state),
  )
  return { items: found.map(({ item }) => item), next: found[0]?.next ?? null }
}

const rowJson = ({ parts }: PageQuery, search: BoundSearch | undefined): string =>
  `case when r.deleted_at is null then ${itemJson(parts, search)} else ${tombstoneJson} end`

const nextPosition = ({ order }: PageQuery): string =>
  `case when (select count(*) from page) > count(*) then
     (array_agg(${releaseOrders[order].position} order by r.place desc))[1] end`

// In CSV every track repeats its release.
const csvTrackBytes = `350 + octet_length(r.title) + coalesce(octet_length(r.display_artist), 0)
  + coalesce(octet_length(r.label), 0)`

const rowBytes = ({ parts, isCsv }: PageQuery): string =>
  [
    '2000',
    ...(parts.includes('tracks') ? ['r.list_bytes + 100 * r.track_count'] : []),
    ...(parts.includes('tracks') && isCsv ? [`r.track_count * (${csvTrackBytes})`] : []),
    ...(parts.includes('deliveries') ? ['300 * r.delivery_total'] : []),
  ].join(' + ')

interface PageRows {
  /** Common table expressions that end with `page` and the rows of it that are `kept`. */
  readonly rows: string
  readonly values: readonly SqlValue[]
  readonly search: BoundSearch | undefined
}

function pageRows(query: PageQuery, searched: Search | undefined): PageRows {
  const { filters, limit, after } = query
  const order = releaseOrders[query.order]
  const matches = bindMatches(searched, true)
  const search = matches?.search
  // The words are found in the order of ids; for any other order all results have to be sorted.
  const isWalked = search !== undefined && query.order === 'createdAt'
  const { text, values: filterValues } = buildWhere(filters, matches, { isSearched: !isWalked })
  const values: SqlValue[] = [...filterValues]
  const bind = (value: SqlValue): string => `$${values.push(value) + 1}`
  const limitPlace = `${bind(limit)}::int`
  const found = isWalked
    ? `${foundReleases({ search, after: after === undefined ? undefined : bind(after), conditions: `and ${text}`, limit: limitPlace })},`
    : ''
  const bound = after === undefined || isWalked ? '' : ` and ${order.behind(after, bind)}`
  const all = `select r.* from releases r where r.account_id = $1 and ${text}${bound} order by ${order.text} limit ${limitPlace} + 1`
  return {
    values,
    search,
    rows: `with ${found} page as materialized (
       select r.*, row_number() over listed as place, sum(${rowBytes(query)}) over listed as bytes
       from (${isWalked ? releasesFound : all}) r window listed as (order by ${order.text})),
     kept as (select * from page where ${fitsPage(limitPlace)})`,
  }
}

export const countCatalog = async (tenant: Tenant, filters: CatalogFilters): Promise<number> =>
  readFirst(
    await findSearch(tenant, filters.q),
    async (search) => {
      const { text, values } = buildWhere(filters, bindMatches(search, false), { isSearched: true })
      const row = await tenant.readRow<{ count: number }>(
        `select count(*)::int as count from releases r where r.account_id = $1 and ${text}`,
        values,
        planOf(filters.state),
      )
      return row?.count ?? 0
    },
    (count) => count === 0,
  )

/** The releases that match, newest first, without deleted drafts. */
export const findCatalogIds = async (tenant: Tenant, filters: CatalogFilters, limit: number): Promise<string[]> =>
  readFirst(
    await findSearch(tenant, filters.q),
    async (search) => {
      const { text, values } = buildWhere(filters, bindMatches(search, false), { isSearched: true })
      const rows = await tenant.readRows<{ id: string }>(
        `select r.id from releases r where r.account_id = $1 and ${text} order by r.id desc limit $${values.length + 2}`,
        [...values, limit],
        planOf(filters.state),
      )
      return rows.map(({ id }) => id)
    },
    (ids) => ids.length === 0,
  )

/** JSON of one item with all its parts. */
export const findCatalogItem = async (tenant: Tenant, releaseId: string): Promise<string | undefined> =>
  (
    await tenant.readRow<{ item: string }>(
      `select ${itemJson(['tracks', 'deliveries'])} as item
       from releases r where r.account_id = $1 and r.id = $2 and r.deleted_at is null`,
      [releaseId],
    )
  )?.item
