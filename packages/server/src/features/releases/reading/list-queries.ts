import { jsonObject } from '../../../platform/database/json-text.ts'
import { fitsPage } from '../../../platform/database/page-budget.ts'
import type { SqlValue, Tenant } from '../../../platform/database/sql.ts'
import { listedMembers } from './release-json.ts'
import { type ReleaseOrder, releaseOrders } from './release-order.ts'
import { buildSearchQuery, foundReleases, matchesSearch, releasesFound } from './search-queries.ts'

/**
 * Lists of releases. A page is one statement on one table, with JSON made by PostgreSQL; every combination of filters
 * is a separate text, so that each has its own plan. A page ends early if its items would exceed the byte budget.
 */

export interface ReleaseFilters {
  readonly status?: string | undefined
  readonly type?: string | undefined
  /** Words; the last ones may be unfinished. */
  readonly q?: string | undefined
  readonly gtin14?: string | undefined
  readonly isrc?: string | undefined
  readonly updatedSince?: string | undefined
}

const item = jsonObject({ ...listedMembers, tracks: 'r.track_list' })

// Without the tracks, whose size the row has.
const itemBytes = 2_000

const conditions: Readonly<Record<Exclude<keyof ReleaseFilters, 'q'>, (place: string) => string>> = {
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

function buildWhere({ q: _q, ...filters }: ReleaseFilters): Where {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return {
    text: given.map(([name], index) => ` and ${conditions[name as keyof typeof conditions](`$${index + 2}`)}`).join(''),
    values: given.map(([, value]) => value),
  }
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

export async function findPage(
  sql: Tenant,
  { q, ...filters }: ReleaseFilters,
  { limit, after, order }: ListPage,
): Promise<ReleasePage> {
  const where = buildWhere(filters)
  const values: SqlValue[] = [...where.values]
  const bind = (value: SqlValue): string => `$${values.push(value) + 1}`
  const search = q === undefined ? undefined : bind(buildSearchQuery(sql.accountId, q))
  const limitPlace = `${bind(limit)}::int`
  // The words are found in the order of ids; for any other order all results have to be sorted.
  const isWalked = search !== undefined && order === releaseOrders.createdAt
  const found = isWalked
    ? `with ${foundReleases({ query: search, after: after === undefined ? undefined : bind(after), conditions: where.text, limit: limitPlace })}`
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
     select coalesce('[' || string_agg(${item}, ',' order by r.place) filter (where ${fits}) || ']', '[]') as items,
            case when count(*) > count(*) filter (where ${fits}) then
              (array_agg(${order.position} order by r.place desc) filter (where ${fits}))[1] end as next
     from (select r.*, row_number() over listed as place, sum(${itemBytes} + r.list_bytes) over listed as bytes
           from (${rows}) r
           window listed as (order by ${order.text} rows unbounded preceding)) r`,
    values,
  )
  return row ?? { items: '[]', next: null }
}

export async function countReleases(sql: Tenant, { q, ...filters }: ReleaseFilters): Promise<number> {
  const where = buildWhere(filters)
  const search = q === undefined ? [] : [buildSearchQuery(sql.accountId, q)]
  const matches = q === undefined ? '' : ` and ${matchesSearch(`$${where.values.length + 2}`)}`
  const row = await sql.readRow<{ count: number }>(
    `select count(*)::int as count from releases r
     where r.account_id = $1 and r.deleted_at is null${where.text}${matches}`,
    [...where.values, ...search],
  )
  return row?.count ?? 0
}
