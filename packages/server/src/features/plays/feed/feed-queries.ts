import { RawJson } from '../../../http/responses/handler-response.ts'
import { isoInstant } from '../../../platform/database/iso-instant.ts'
import { fitsPage } from '../../../platform/database/page-budget.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { UploadFacts } from '../../uploads/index.ts'
import type { FeedPosition } from './feed-position.ts'

/**
 * What a property may play. Triggers fill `feed_entries` whenever a delivery or one of its tracks changes:
 * migrations/functions/feed_delivery_changed.sql and feed_track_changed.sql call migrations/functions/enter_feed.sql. Titles and files are read from the views that releases and uploads publish. A feed crosses
 * accounts: it is bound to the calling property, and to nothing else.
 */

const contentType = `coalesce(case u.technical ->> 'container'
    when 'wav' then 'audio/wav' when 'aiff' then 'audio/aiff' when 'flac' then 'audio/flac' when 'mp3' then 'audio/mpeg'
  end, 'application/octet-stream')`

// The revision that is live, never the copy that is being edited; columns of releases fill what a document may leave
// out.
const trackJson = (publicUrl: string) => `json_build_object(
    'trackId', e.track_id, 'deleted', false, 'title', v.track ->> 'title', 'version', v.track ->> 'version',
    'displayArtist', coalesce(v.track ->> 'displayArtist', v.release ->> 'displayArtist', r.display_artist),
    'contributors', coalesce(
      (select json_agg(json_build_object('name', c ->> 'name', 'role', c ->> 'role') order by place)
       from jsonb_array_elements(coalesce(v.track -> 'contributors', v.release -> 'contributors'))
         with ordinality as credits (c, place)), '[]'),
    'isrc', v.track ->> 'isrc', 'explicit', coalesce(v.track ->> 'explicit', v.release ->> 'explicit'),
    'disc', coalesce((v.track ->> 'disc')::int, 1), 'number', coalesce((v.track ->> 'number')::int, v.position),
    'durationMs', coalesce((v.track ->> 'durationMs')::int, (u.technical ->> 'durationMs')::int),
    'territories', coalesce(v.track -> 'territories', v.release -> 'territories', '{"mode":"worldwide"}'),
    'release', json_build_object(
      'id', v.release_id, 'title', coalesce(v.release ->> 'title', r.title),
      'type', coalesce(v.release ->> 'type', r.type),
      'displayArtist', coalesce(v.release ->> 'displayArtist', r.display_artist),
      'label', coalesce(v.release ->> 'label', r.label), 'upc', coalesce(v.release ->> 'upc', r.upc),
      'releaseDate', coalesce(v.release ->> 'releaseDate', r.release_date::text),
      'trackCount', coalesce(n.track_count, r.track_count)),
    'audio', json_build_object(
      'url', ${publicUrl} || '/api/integration/tracks/' || e.track_id || '/audio', 'contentType', ${contentType},
      'size', u.size, 'sha256', encode(u.sha256, 'hex'),
      'integratedLufs', (u.technical ->> 'integratedLufs')::float8, 'truePeakDbtp', (u.technical ->> 'truePeakDbtp')::float8),
    'changedAt', ${isoInstant('e.changed_at')})`

// The operator's count, PostgreSQL's own timeline and its cluster: when any of them changes, positions may be given
// again.
export const timelineText = `(select coalesce(max(number), 0) from feed_timelines) || '.' ||
  left(pg_walfile_name(pg_current_wal_lsn()), 8) || '.' || (select system_identifier from pg_control_system())`

// Only read for entries that ended: most of a page are tracks that can be played.
const releaseOfEntry =
  'select s.release_id from play_series s where s.account_id = e.account_id and s.number = e.series'

// A cursor of another timeline, or one that is ahead of every position, begins anew.
const pageText = `
  with now_is as materialized (
    select ${timelineText} as timeline, (select last_value from feed_positions) as newest
  ), start as materialized (
    select timeline, case when is_good then $2::bigint else 0 end as after, not is_good as reset
    from (select timeline, $5::text is null or ($5 = timeline and $2 <= newest) as is_good from now_is) judged
  )
  select count(item)::int as count, coalesce(max(found), 0)::int as found,
         coalesce(max(position), (select after from start)) as last,
         coalesce(json_agg(item order by position), '[]')::text as data,
         (select timeline from start) as timeline, (select reset from start) as reset
  from (
    select made.*, count(*) over () as found, row_number() over listed as place,
           sum(octet_length(item::text)) over listed as bytes
    from (
    select e.position, case when v.track_id is null
      then json_build_object('trackId', e.track_id, 'deleted', true, 'releaseId', (${releaseOfEntry}),
                             'changedAt', ${isoInstant('e.changed_at')})
      else ${trackJson('$4')} end as item
    from (select * from feed_entries where property = $1 and position > (select after from start) order by position limit $3) e
    left join playable_tracks v on e.live_until is null and v.account_id = e.account_id
      and v.delivery_id = e.delivery_id and v.track_id = e.track_id
    left join published_releases r on r.account_id = v.account_id and r.id = v.release_id
    left join published_revisions n on n.account_id = v.account_id and n.release_id = v.release_id
      and n.revision = v.revision
    left join published_uploads u on u.account_id = v.account_id and u.id = v.upload_id
    ) made window listed as (order by position)
  ) page
  where ${fitsPage('$3::int')}`

export interface FeedQuery {
  readonly property: string
  /** Where the page before ended; undefined for the first. */
  readonly after: FeedPosition | undefined
  readonly limit: number
  readonly publicUrl: string
}

export interface FeedRows {
  readonly data: RawJson
  /** Whether tracks follow that the page had no place for. */
  readonly isCut: boolean
  readonly last: FeedPosition
  /** Whether the page begins anew although a position was given. */
  readonly reset: boolean
}

export async function listFeed(sql: Sql, { property, after, limit, publicUrl }: FeedQuery): Promise<FeedRows> {
  const row = await sql.readRow<{
    count: number
    found: number
    last: number
    data: string
    timeline: string
    reset: boolean
  }>(pageText, [property, after?.position ?? 0, limit, publicUrl, after?.timeline ?? null])
  if (!row) throw new Error('an aggregate always has a row')
  const { count, found, last, data, timeline, reset } = row
  return { isCut: count < found || found === limit, reset, data: new RawJson(data), last: { timeline, position: last } }
}

/** From now on every cursor that was given before begins anew. */
export async function insertFeedTimeline(sql: Sql, reason: string): Promise<void> {
  await sql.execute(`insert into feed_timelines (reason) values ($1)`, [reason])
}

/**
 * The same for a database made of a backup. The number is a time, not a count: two restores of one backup must not give
 * the same, nor one that the hub gave between them.
 */
export async function insertRestoredFeedTimeline(sql: Sql, reason: string): Promise<void> {
  await sql.execute(
    `insert into feed_timelines (number, reason) overriding system value
     select greatest(coalesce(max(number), 0) + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint), $1
     from feed_timelines`,
    [reason],
  )
  await sql.execute(
    `select setval(pg_get_serial_sequence('feed_timelines', 'number'), (select max(number) from feed_timelines))`,
  )
}

/** Changes of a feed hold a lock of this and of their property (migrations/functions/enter_feed.sql). */
export const feedLock = 'spindle.feed'

/**
 * The longest wait for a turn in a feed, in seconds: a change of a delivery takes positions under
 * a lock of its property, see migrations/functions/enter_feed.sql. Asks what the server holds in memory.
 */
export const findLongestFeedWait = async (sql: Sql): Promise<number> =>
  (
    await sql.readRow<{ seconds: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)::float8 as seconds
       from pg_locks
       where locktype = 'advisory' and not granted and objsubid = 2
         and classid = (hashtext('${feedLock}')::bigint & 4294967295)::oid
         and database = (select oid from pg_database where datname = current_database())`,
    )
  )?.seconds ?? 0

// The tracks of a release that are live at the property.
const liveTracks = `
    select e.account_id, e.delivery_id, e.track_id, e.changed_at
    from published_releases p
    join play_series s on s.account_id = p.account_id and s.release_id = p.id and s.source_kind = 'plays'
      and s.outlet_id = $1
    join feed_entries e on e.account_id = s.account_id and e.property = $1 and e.track_id = s.track_id
    where p.id = $2 and e.live_until is null`

// The release as it is live at the property; its tracks without what they have in common.
const releaseText = `
  with live as materialized (${liveTracks}
  ), made as materialized (
    select v.account_id, v.release, v.release_id, coalesce(n.track_count, r.track_count) as track_count,
           v.position, v.upload_id, (${trackJson('$3')})::jsonb as item
    from live e
    join playable_tracks v on v.account_id = e.account_id and v.delivery_id = e.delivery_id and v.track_id = e.track_id
    join published_releases r on r.account_id = v.account_id and r.id = v.release_id
    left join published_revisions n on n.account_id = v.account_id and n.release_id = v.release_id
      and n.revision = v.revision
    left join published_uploads u on u.account_id = v.account_id and u.id = v.upload_id
  )
  select m.account_id as "accountId", m.release ->> 'coverUploadId' as "coverUploadId", json_build_object(
    'id', m.release_id, 'title', m.item #> '{release,title}', 'version', m.release ->> 'version',
    'type', m.item #> '{release,type}', 'displayArtist', m.item #> '{release,displayArtist}',
    'contributors', coalesce(
      (select json_agg(json_build_object('name', c ->> 'name', 'role', c ->> 'role') order by place)
       from jsonb_array_elements(m.release -> 'contributors') with ordinality as credits (c, place)), '[]'),
    'label', m.item #> '{release,label}', 'upc', m.item #> '{release,upc}',
    'catalogNumber', m.release ->> 'catalogNumber', 'releaseDate', m.item #> '{release,releaseDate}',
    'originalReleaseDate', m.release ->> 'originalReleaseDate', 'genre', m.release ->> 'genre',
    'language', m.release ->> 'language', 'explicit', m.release ->> 'explicit',
    'pLine', m.release -> 'pLine', 'cLine', m.release -> 'cLine', 'trackCount', m.track_count,
    'cover', case when m.release ->> 'coverUploadId' is not null then json_build_object(
      'url', $3 || '/api/integration/releases/' || m.release_id || '/cover',
      'width', (c.technical ->> 'width')::int, 'height', (c.technical ->> 'height')::int) end)::text as data,
    (select json_agg(json_build_array(item ->> 'trackId', (item - '{deleted,release}'::text[])::text, upload_id)
                     order by (item ->> 'disc')::int, (item ->> 'number')::int, position)
     from made) as tracks
  from made m
  left join published_uploads c on c.account_id = m.account_id and c.id = m.release ->> 'coverUploadId'
  limit 1`

export interface LiveReleaseRow {
  readonly accountId: AccountId
  readonly coverUploadId: string | null
  /** A `PlayableRelease` without its tracks and signed addresses. */
  readonly data: string
  /** By disc and number, each as JSON without its signed addresses and renditions. */
  readonly tracks: readonly (readonly [trackId: string, data: string, uploadId: string])[]
}

/** A release of which a track is live at the property now. */
export const findLiveRelease = (
  sql: Sql,
  {
    property,
    releaseId,
    publicUrl,
  }: { readonly property: string; readonly releaseId: string; readonly publicUrl: string },
): Promise<LiveReleaseRow | undefined> => sql.readRow(releaseText, [property, releaseId, publicUrl])

export interface LiveCoverRow {
  readonly accountId: AccountId
  readonly coverUploadId: string | null
}

/** The cover of a release of which a track is live at the property now. */
export const findLiveCover = (
  sql: Sql,
  { property, releaseId }: { readonly property: string; readonly releaseId: string },
): Promise<LiveCoverRow | undefined> =>
  sql.readRow(
    `with live as materialized (${liveTracks})
     select v.account_id as "accountId", v.release ->> 'coverUploadId' as "coverUploadId"
     from live e
     join playable_tracks v on v.account_id = e.account_id and v.delivery_id = e.delivery_id and v.track_id = e.track_id
     limit 1`,
    [property, releaseId],
  )

export interface PlayableAudio {
  readonly accountId: AccountId
  readonly uploadId: UploadFacts['id']
  readonly contentType: string
  readonly size: number
  readonly sha256: string
}

/** The audio of a track that is live at the property now. */
export const findAudio = (sql: Sql, property: string, trackId: string): Promise<PlayableAudio | undefined> =>
  sql.readRow(
    `select u.account_id as "accountId", u.id as "uploadId", ${contentType} as "contentType", u.size, encode(u.sha256, 'hex') as sha256
     from feed_entries e
     join playable_tracks v on v.account_id = e.account_id and v.delivery_id = e.delivery_id and v.track_id = e.track_id
     join published_uploads u on u.account_id = v.account_id and u.id = v.upload_id
     where e.property = $1 and e.track_id = $2 and e.live_until is null and u.sha256 is not null`,
    [property, trackId],
  )
