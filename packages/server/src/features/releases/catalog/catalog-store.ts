import type { CatalogPart } from '@spindle/contract'
import { isoInstant } from '../../../platform/database/iso-instant.ts'
import type { SqlValue, Tenant } from '../../../platform/database/sql.ts'
import type { CatalogFilters } from './catalog-query.ts'

/** The catalog is the account's releases, read as JSON that PostgreSQL makes. */

const partJson: Readonly<Record<CatalogPart, string>> = {
  tracks: `'tracks', coalesce((
    select json_agg(json_build_object('id', t.id, 'disc', t.disc, 'number', t.number, 'title', t.title, 'isrc', t.isrc,
                                      'durationMs', t.duration_ms) order by t.position)
    from tracks t where t.account_id = $1 and t.release_id = r.id), '[]')`,
  deliveries: `'deliveries', coalesce((
    select json_agg(json_build_object('outlet', d.outlet_id, 'kind', d.outlet_kind, 'status', d.status,
                                      'liveAt', ${isoInstant('d.live_at')}, 'updatedAt', ${isoInstant('d.updated_at')})
                    order by d.outlet_id)
    from deliveries d where d.account_id = $1 and d.release_id = r.id), '[]')`,
}

const itemJson = (parts: readonly CatalogPart[]): string => `json_build_object(
    'id', r.id, 'deleted', false, 'type', r.type, 'title', r.title, 'displayArtist', r.display_artist,
    'label', r.label, 'upc', r.upc, 'status', r.status, 'releaseDate', r.release_date, 'trackCount', r.track_count,
    'durationMs', r.duration_ms, 'explicit', r.explicit,
    'territories', coalesce(r.territories, '{"mode":"worldwide"}'), 'coverUploadId', r.cover_upload_id,
    'deliverySummary', json_build_object('total', r.delivery_total, 'live', r.delivery_live,
                                         'scheduled', r.delivery_scheduled, 'failed', r.delivery_failed,
                                         'pending', r.delivery_pending, 'refusedTracks', r.delivery_refused_tracks),
    'legacy', r.legacy, ${parts.map((part) => `${partJson[part]}, `).join('')}
    'createdAt', ${isoInstant('r.created_at')}, 'updatedAt', ${isoInstant('r.updated_at')})`

const tombstoneJson = `json_build_object('id', r.id, 'deleted', true, 'updatedAt', ${isoInstant('r.updated_at')})`

const conditions: Readonly<Record<keyof CatalogFilters, (value: string) => string>> = {
  type: (value) => `r.type = ${value}`,
  status: (value) => `r.status = ${value}`,
  q: (value) => `r.search @@ ${value}::tsquery`,
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
}

interface Where {
  readonly text: string
  readonly values: readonly SqlValue[]
}

// Tombstones belong to mirrors alone. They have lost what other filters ask for, so they pass them: a mirror that holds
// a part of the catalog must learn that a release of its part is gone.
function buildWhere({ updatedSince, ...filters }: CatalogFilters): Where {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const texts = given.map(([name], index) => conditions[name as keyof CatalogFilters](`$${index + 2}`))
  const values = given.map(([, value]) => value)
  if (updatedSince === undefined) return { text: ['r.deleted_at is null', ...texts].join(' and '), values }
  const matches = texts.length === 0 ? 'true' : `(r.deleted_at is not null or (${texts.join(' and ')}))`
  return {
    text: `${matches} and ${conditions.updatedSince(`$${values.length + 2}`)}`,
    values: [...values, updatedSince],
  }
}

export interface CatalogPage {
  /** JSON array. */
  readonly data: string
  /** Key of the last item, when more follow. */
  readonly next: string | null
}

export interface PageQuery {
  readonly filters: CatalogFilters
  readonly parts: readonly CatalogPart[]
  readonly limit: number
  readonly after: string | undefined
}

/** Newest first; for mirrors the longest unchanged first, so that what changes meanwhile comes at the end. */
export async function findCatalogPage(tenant: Tenant, query: PageQuery): Promise<CatalogPage> {
  const { filters, parts, limit, after } = query
  const isMirror = filters.updatedSince !== undefined
  const { text, values } = buildWhere(filters)
  const [id, updatedAt] = after === undefined ? [] : (JSON.parse(after) as [string, string])
  const place = values.length + 2
  const bound = `$${place}::text is null or ${isMirror ? `(r.updated_at, r.id) > ($${place + 1}::timestamptz, $${place})` : `r.id < $${place}`}`
  const order = isMirror ? 'r.updated_at, r.id' : 'r.id desc'
  const limitPlace = `$${place + (isMirror ? 2 : 1)}::int`
  const row = await tenant.row<CatalogPage>(
    `with page as materialized (
       select r.*, row_number() over (order by ${order}) as place from (
         select r.* from releases r where r.account_id = $1 and ${text} and (${bound}) order by ${order}
         limit ${limitPlace} + 1) r
     )
     select '[' || coalesce(string_agg(
              case when r.deleted_at is null then ${itemJson(parts)} else ${tombstoneJson} end::text, ','
              order by r.place) filter (where r.place <= ${limitPlace}), '') || ']' as data,
            case when count(*) > ${limitPlace} then
              max(json_build_array(r.id, r.updated_at)::text) filter (where r.place = ${limitPlace}) end as next
     from page r`,
    [...values, id ?? null, ...(isMirror ? [updatedAt ?? null] : []), limit],
  )
  return row ?? { data: '[]', next: null }
}

export async function countCatalog(tenant: Tenant, filters: CatalogFilters): Promise<number> {
  const { text, values } = buildWhere(filters)
  const row = await tenant.row<{ count: number }>(
    `select count(*)::int as count from releases r where r.account_id = $1 and ${text}`,
    values,
  )
  return row?.count ?? 0
}

/** JSON of one item with all its parts. */
export const findCatalogItem = async (tenant: Tenant, releaseId: string): Promise<string | undefined> =>
  (
    await tenant.row<{ item: string }>(
      `select ${itemJson(['tracks', 'deliveries'])}::text as item
       from releases r where r.account_id = $1 and r.id = $2 and r.deleted_at is null`,
      [releaseId],
    )
  )?.item
