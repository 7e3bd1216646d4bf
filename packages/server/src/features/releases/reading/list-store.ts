import { isoInstant } from '../../../platform/database/iso-instant.ts'
import type { SqlValue, Tenant } from '../../../platform/database/sql.ts'
import { buildSearchQuery } from './search-query.ts'

/**
 * Lists of releases. A page is one statement on one table, its JSON made by PostgreSQL; every combination of filters is
 * a text of its own, so that each gets its own plan.
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

type Conditions = Readonly<Record<keyof ReleaseFilters, (place: string) => string>>

const conditions: Conditions = {
  status: (place) => `status = ${place}`,
  type: (place) => `type = ${place}`,
  q: (place) => `search @@ ${place}::tsquery`,
  gtin14: (place) => `gtin14 = ${place}`,
  isrc: (place) =>
    `exists (select 1 from tracks t where t.account_id = $1 and t.release_id = releases.id and t.isrc = ${place})`,
  updatedSince: (place) => `updated_at >= ${place}::timestamptz`,
}

interface Where {
  readonly text: string
  readonly values: readonly SqlValue[]
}

function buildWhere(accountId: string, { q, ...filters }: ReleaseFilters): Where {
  const search = q === undefined ? undefined : buildSearchQuery(accountId, q)
  const given = Object.entries({ ...filters, q: search }).filter(([, value]) => value !== undefined)
  return {
    text: given.map(([name], index) => ` and ${conditions[name as keyof ReleaseFilters](`$${index + 2}`)}`).join(''),
    values: given.map(([, value]) => value),
  }
}

export interface ReleasePage {
  /** A JSON array. */
  readonly items: string
  /** Id of the last item when there is more after it. */
  readonly next: string | null
}

export async function findPage(
  sql: Tenant,
  filters: ReleaseFilters,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<ReleasePage> {
  const where = buildWhere(sql.accountId, filters)
  const values = [...where.values, ...(after === undefined ? [] : [after]), limit]
  const isAfter = after === undefined ? '' : ` and id < $${values.length}`
  const limitPlace = `$${values.length + 1}::int`
  const row = await sql.row<{ items: string; next: string | null }>(
    `select coalesce('[' || string_agg(item, ',' order by id desc) filter (where place <= ${limitPlace}) || ']', '[]')
              as items,
            case when count(*) > ${limitPlace} then min(id) filter (where place <= ${limitPlace}) end as next
     from (select id, row_number() over (order by id desc) as place, ${item}::text as item
           from (select * from releases where account_id = $1 and deleted_at is null${where.text}${isAfter}
                 order by id desc limit ${limitPlace} + 1) page) listed`,
    values,
  )
  return row ?? { items: '[]', next: null }
}

export async function countReleases(sql: Tenant, filters: ReleaseFilters): Promise<number> {
  const where = buildWhere(sql.accountId, filters)
  const row = await sql.row<{ count: number }>(
    `select count(*)::int as count from releases where account_id = $1 and deleted_at is null${where.text}`,
    where.values,
  )
  return row?.count ?? 0
}
