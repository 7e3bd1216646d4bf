import { isoInstant } from '../../../platform/database/iso-instant.ts'
import type { SqlValue, Tenant } from '../../../platform/database/sql.ts'
import { fitsPage } from './page-budget.ts'
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

const item = `json_build_object(
  'id', id, 'type', type, 'title', title, 'displayArtist', display_artist, 'label', label, 'upc', upc,
  'status', status, 'releaseDate', release_date, 'trackCount', track_count, 'durationMs', duration_ms,
  'explicit', explicit, 'territories', coalesce(territories, '{"mode":"worldwide"}'),
  'coverUploadId', cover_upload_id,
  'deliverySummary', json_build_object('total', delivery_total, 'live', delivery_live, 'scheduled', delivery_scheduled,
                                       'failed', delivery_failed, 'pending', delivery_pending,
                                       'refusedTracks', delivery_refused_tracks),
  'tracks', track_list, 'legacy', legacy, 'createdAt', ${isoInstant('created_at')},
  'updatedAt', ${isoInstant('updated_at')})`

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
      : `${foundReleases({ query: search, after: afterPlace, conditions: where.text, limit: limitPlace })},`
  const rows =
    search === undefined
      ? newestReleases(where.text + (afterPlace === undefined ? '' : ` and r.id < ${afterPlace}`), limitPlace)
      : releasesFound
  const row = await sql.row<{ items: string; next: string | null }>(
    `with ${found} page as materialized (
       select r.*, row_number() over newest as place, sum(${itemBytes} + r.list_bytes) over newest as bytes
       from (${rows}) r window newest as (order by r.id desc)),
     kept as (select id, ${item}::text as item from page where ${fitsPage(limitPlace)})
     select coalesce('[' || string_agg(item, ',' order by id desc) || ']', '[]') as items,
            case when (select count(*) from page) > count(*) then min(id) end as next
     from kept`,
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
