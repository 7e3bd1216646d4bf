import { jsonObject } from '../../../platform/database/json-text.ts'
import { fitsPage } from '../../../platform/database/page-budget.ts'
import type { SqlValue, Tenant } from '../../../platform/database/sql.ts'
import { listedMembers } from './release-json.ts'
import { buildSearchQuery, foundReleases, matchesSearch, releasesFound } from './search-store.ts'

/**
 * Lists of releases. A page is one statement on one table, its JSON made by PostgreSQL; every combination of filters is
 * a text of its own, so that each gets its own plan. A page ends early where its items would outgrow the byte budget.
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

// Without the tracks, whose bytes the row knows.
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
  /** Id of the last item when there is more after it. */
  readonly next: string | null
}

const newestReleases = (conditions: string, limit: string): string =>
  `select r.* from releases r where r.account_id = $1 and r.deleted_at is null${conditions}
   order by r.id desc limit ${limit} + 1`

export async function findPage(
  sql: Tenant,
  { q, ...filters }: ReleaseFilters,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<ReleasePage> {
  const where = buildWhere(filters)
  const values: SqlValue[] = [...where.values]
  const bind = (value: SqlValue): string => `$${values.push(value) + 1}`
  const afterPlace = after === undefined ? undefined : bind(after)
  const search = q === undefined ? undefined : bind(buildSearchQuery(sql.accountId, q))
  const limitPlace = `${bind(limit)}::int`
  const found =
    search === undefined
      ? ''
      : `with ${foundReleases({ query: search, after: afterPlace, conditions: where.text, limit: limitPlace })}`
  const rows =
    search === undefined
      ? newestReleases(where.text + (afterPlace === undefined ? '' : ` and r.id < ${afterPlace}`), limitPlace)
      : releasesFound
  const fits = fitsPage(limitPlace)
  const row = await sql.row<{ items: string; next: string | null }>(
    `${found}
     select coalesce('[' || string_agg(${item}, ',' order by r.id desc) filter (where ${fits}) || ']', '[]') as items,
            case when count(*) > count(*) filter (where ${fits}) then min(r.id) filter (where ${fits}) end as next
     from (select r.*, row_number() over newest as place, sum(${itemBytes} + r.list_bytes) over newest as bytes
           from (${rows}) r
           window newest as (order by r.id desc rows unbounded preceding)) r`,
    values,
  )
  return row ?? { items: '[]', next: null }
}

export async function countReleases(sql: Tenant, { q, ...filters }: ReleaseFilters): Promise<number> {
  const where = buildWhere(filters)
  const search = q === undefined ? [] : [buildSearchQuery(sql.accountId, q)]
  const matches = q === undefined ? '' : ` and ${matchesSearch(`$${where.values.length + 2}`)}`
  const row = await sql.row<{ count: number }>(
    `select count(*)::int as count from releases r
     where r.account_id = $1 and r.deleted_at is null${where.text}${matches}`,
    [...where.values, ...search],
  )
  return row?.count ?? 0
}
