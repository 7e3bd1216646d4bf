import { maxRecordingTracks, type Recording } from '@spindle/contract'
import { type Cut, cutToPage } from '../../../platform/database/page-budget.ts'
import type { Tenant } from '../../../platform/database/sql.ts'

/** Recordings with the tracks that have their audio. One statement per page. */

export interface RecordingFilters {
  readonly isrc?: string | undefined
  /** Part of the title of the first delivery. */
  readonly title?: string | undefined
  readonly releaseId?: string | undefined
}

export interface RecordingsPage {
  readonly limit: number
  /** ISRC of the last recording of the page before. */
  readonly after: string | undefined
}

const conditions: Readonly<Record<keyof RecordingFilters, (value: string) => string>> = {
  isrc: (value) => `isrc = ${value}`,
  title: (value) => `strpos(lower(title), lower(${value})) > 0`,
  releaseId: (value) => `pcm_sha256 in (
    select u.pcm_sha256 from tracks t join published_uploads u on u.account_id = $1 and u.id = t.upload_id
    where t.account_id = $1 and t.release_id = ${value})`,
}

interface Where {
  readonly text: string
  readonly values: readonly string[]
}

/** Every combination of filters is a separate text, so that each has its own plan. */
function buildWhere(filters: RecordingFilters): Where {
  const given = Object.entries<string | undefined>({ ...filters }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name: name as keyof RecordingFilters, value }],
  )
  return {
    text: ['account_id = $1', ...given.map(({ name }, index) => conditions[name](`$${index + 2}`))].join(' and '),
    values: given.map(({ value }) => value),
  }
}

/** At most one row more than the limit, and fewer if they are too large for a page. */
export async function findRecordings(
  tenant: Tenant,
  filters: RecordingFilters,
  { limit, after }: RecordingsPage,
): Promise<{ readonly found: number; readonly recording: Recording }[]> {
  const { text, values } = buildWhere(filters)
  const [afterPlace, limitPlace] = [`$${values.length + 2}`, `$${values.length + 3}::int`]
  const rows = await tenant.readRows<Recording & Cut>(
    cutToPage(
      `select k.isrc, coalesce(newest.title, k.title) as title, newest.document ->> 'version' as version,
              coalesce(newest.document ->> 'displayArtist', newest.display_artist) as "displayArtist",
              newest.duration_ms as "durationMs", coalesce(newest.document -> 'contributors', newest.contributors, '[]') as contributors,
              k.pcm_sha256 as "pcmSha256", found."trackCount", found.tracks
       from (select * from recordings where ${text} and isrc > ${afterPlace} order by isrc limit ${limitPlace} + 1) k
       cross join lateral (
         select coalesce(max(total), 0)::int as "trackCount", coalesce(json_agg(track order by id desc), '[]') as tracks
         from (select t.id, count(*) over () as total,
                      json_build_object('trackId', t.id, 'title', t.title, 'isrc', t.isrc, 'releaseId', r.id,
                        'releaseTitle', r.title, 'upc', r.upc, 'status', r.status, 'releaseDate', r.release_date) as track
               from ${tracksWithAudio} order by t.id desc limit ${maxRecordingTracks}) listed) found
       left join lateral (
         select t.title, t.document, t.duration_ms, r.display_artist, r.document -> 'contributors' as contributors
         from ${tracksWithAudio} order by t.id desc limit 1) newest on true
       order by k.isrc`,
      { order: 'isrc', limit: limitPlace },
    ),
    [...values, after ?? '', limit],
  )
  return rows.map(({ found, place: _place, bytes: _bytes, ...recording }) => ({ found, recording }))
}

const tracksWithAudio = `published_uploads u
  join tracks t on t.account_id = $1 and t.upload_id = u.id
  join releases r on r.account_id = $1 and r.id = t.release_id
  where u.account_id = $1 and u.pcm_sha256 = k.pcm_sha256 and r.deleted_at is null`

export async function countRecordings(tenant: Tenant, filters: RecordingFilters): Promise<number> {
  const { text, values } = buildWhere(filters)
  const row = await tenant.readRow<{ count: number }>(
    `select count(*)::int as count from recordings where ${text}`,
    values,
  )
  return row?.count ?? 0
}
