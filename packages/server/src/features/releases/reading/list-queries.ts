import { jsonObject } from '../../../platform/database/json-text.ts'
import { fitsPage } from '../../../platform/database/page-budget.ts'
import type { SqlValue, Tenant } from '../../../platform/database/sql.ts'
import { listedMembers } from './release-json.ts'
import { type ReleaseOrder, releaseOrders } from './release-order.ts'
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
} from './search-queries.ts'
import { planOf, type StateFilters, stateConditions } from './state-queries.ts'

/**
 * Lists of releases. A page is one statement on one table, with JSON made by PostgreSQL; every combination of filters
 * is a separate text, so that each has its own plan. A page ends early if its items would exceed the byte budget.
 */

export interface ReleaseFilters {
  readonly status?: string | undefined
  readonly type?: string | undefined
  /** Words, codes and ids; each may be unfinished. */
  readonly q?: string | undefined
  readonly gtin14?: string | undefined
  readonly isrc?: string | undefined
  readonly updatedSince?: string | undefined
  readonly state?: StateFilters | undefined
}

const itemJson = (search: BoundSearch | undefined): string =>
  jsonObject({
    ...listedMembers,
    tracks: 'r.track_list',
    ...(search !== undefined && { matched: matchedJson(search) }),
  })

// Without the tracks, whose size the row has.
const itemBytes = 2_000

const conditions: Readonly<Record<Exclude<keyof ReleaseFilters, 'q' | 'state'>, (place: string) => string>> = {
  status: (place) => `r.status = ${place}`,
  type: (place) => `r.type = ${place}`,
  gtin14: (place) => `r.gtin14 = ${place}`,
  isrc: (place) =>
    `exists (select 1 from tracks t where t.account_id = $1 and t.release_id = r.id and t.isrc = ${place})`,
  updatedSince: (place) => `r.updated_at >= ${place}::timestamptz`,
}

interface Where {
  /** Each condition begins with `and`. */
  readonly text: string
  readonly values: readonly SqlValue[]
}

function buildWhere({ q: _q, state = {}, ...filters }: ReleaseFilters): Where {
  const values: SqlValue[] = []
  const bind = (value: SqlValue): string => `$${values.push(value) + 1}`
  const texts = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => conditions[name as keyof typeof conditions](bind(value)))
  return { text: [...texts, ...stateConditions(state, bind)].map((text) => ` and ${text}`).join(''), values }
}

export interface ReleasePage {
  /** A JSON array. */
  readonly items: string
  /** Position of the last item if more follow. */
  readonly next: string | null
}

/** Which page of which list. */
export interface ListPage {
  readonly limit: number
  readonly after: string | undefined
  readonly order: ReleaseOrder
}

export const findPage = async (sql: Tenant, filters: ReleaseFilters, page: ListPage): Promise<ReleasePage> =>
  readFirst(
    await findSearch(sql, filters.q),
    (search) => findSearchedPage(sql, { filters, search }, page),
    ({ items }) => items === '[]',
  )

interface Selection {
  readonly filters: ReleaseFilters
  readonly search: Search | undefined
}

async function findSearchedPage(
  sql: Tenant,
  { filters, search: searched }: Selection,
  { limit, after, order }: ListPage,
): Promise<ReleasePage> {
  const where = buildWhere(filters)
  const values: SqlValue[] = [...where.values]
  const bind = (value: SqlValue): string => `$${values.push(value) + 1}`
  const search = searched && bindSearch(searched, bind, { isShown: true })
  const limitPlace = `${bind(limit)}::int`
  // The words are found in the order of ids; for any other order all results have to be sorted.
  const isWalked = search !== undefined && order === releaseOrders.createdAt
  const found = isWalked
    ? `with ${foundReleases({ search, after: after === undefined ? undefined : bind(after), conditions: where.text, limit: limitPlace })}`
    : ''
  const rows = isWalked
    ? releasesFound
    : `select r.* from releases r where r.account_id = $1 and r.deleted_at is null${where.text}
         ${search === undefined ? '' : `and ${matchesSearch(search)}`}
         ${after === undefined ? '' : `and ${order.behind(after, bind)}`}
       order by ${order.text} limit ${limitPlace} + 1`
  const fits = fitsPage(limitPlace)
  const row = await sql.readRow<{ items: string; next: string | null }>(
    `${found}
     select coalesce('[' || string_agg(${itemJson(search)}, ',' order by r.place) filter (where ${fits}) || ']', '[]') as items,
            case when count(*) > count(*) filter (where ${fits}) then
              (array_agg(${order.position} order by r.place desc) filter (where ${fits}))[1] end as next
     from (select r.*, row_number() over listed as place, sum(${itemBytes} + r.list_bytes) over listed as bytes
           from (${rows}) r
           window listed as (order by ${order.text} rows unbounded preceding)) r`,
    values,
    planOf(filters.state),
  )
  return row ?? { items: '[]', next: null }
}

export const countReleases = async (sql: Tenant, filters: ReleaseFilters): Promise<number> =>
  readFirst(
    await findSearch(sql, filters.q),
    (search) => countSearched(sql, { filters, search }),
    (count) => count === 0,
  )

async function countSearched(sql: Tenant, { filters, search: searched }: Selection): Promise<number> {
  const where = buildWhere(filters)
  const values: SqlValue[] = [...where.values]
  const bind = (value: SqlValue): string => `$${values.push(value) + 1}`
  const search = searched && bindSearch(searched, bind, { isShown: false })
  const row = await sql.readRow<{ count: number }>(
    `select count(*)::int as count from releases r
     where r.account_id = $1 and r.deleted_at is null${where.text}
           ${search === undefined ? '' : `and ${matchesSearch(search)}`}`,
    values,
    planOf(filters.state),
  )
  return row?.count ?? 0
}
