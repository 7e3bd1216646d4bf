import { isoInstant } from '../../../platform/database/iso-instant.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import type { FeedPosition } from './feed-position.ts'
import { timelineText } from './feed-queries.ts'

/**
 * What happened in the feed of a property after a position, by release. It comes from the entries of the feed: each has
 * its newest position, the one at which the track began to be offered, and the one at which its audio changed
 * (migrations/functions/enter_feed.sql).
 */

export interface FeedEventRow {
  readonly event: 'live' | 'changed' | 'audio' | 'takedown'
  readonly releaseId: string
  readonly changedAt: string
  readonly trackIds: readonly string[]
  readonly endedTrackIds: readonly string[]
}

export interface FeedNews {
  /** False if this database gave no such position. */
  readonly isKnown: boolean
  /** Up to where the events are. */
  readonly last: number
  readonly events: readonly FeedEventRow[]
}

const newestText = '(select last_value from feed_positions)'

const headText = (property: string): string =>
  `(select position from feed_entries where property = ${property} order by position desc limit 1)`

/** The newest position of a property; 0 if it never had a track. */
export async function findFeedHead(sql: Sql, property: string): Promise<FeedPosition> {
  const row = await sql.readRow<FeedPosition>(
    `select ${timelineText} as timeline, coalesce(${headText('$1')}, 0)::float8 as position`,
    [property],
  )
  if (!row) throw new Error('a select without a table has a row')
  return row
}

export interface FeedHeads {
  readonly timeline: string
  /** No position is above it. */
  readonly newest: number
  /** By property. */
  readonly heads: Readonly<Record<string, number>>
}

/** One question for all streams of a node. */
export async function findFeedHeads(sql: Sql, watched: readonly string[]): Promise<FeedHeads> {
  const row = await sql.readRow<FeedHeads>(
    `select ${timelineText} as timeline, ${newestText}::float8 as newest,
            (select coalesce(json_object_agg(w.property, coalesce(${headText('w.property')}, 0)), '{}')
             from unnest($1::text[]) as w (property)) as heads`,
    [watched],
  )
  if (!row) throw new Error('a select without a table has a row')
  return row
}

// Each release once. A track that began after the position was, for this reader, not offered before.
const newsText = `
  with entries as materialized (
    select e.* from feed_entries e
    where e.property = $1 and e.position > $2 order by e.position limit $3
  ), page as materialized (
    select coalesce(max(position), $2) as last from entries
  ), touched as materialized (
    select s.account_id, s.release_id, max(e.position) as last
    from entries e join play_series s on s.account_id = e.account_id and s.number = e.series
    group by s.account_id, s.release_id
  ), affected as materialized (
    select t.release_id, t.last, e.track_id, e.position, e.changed_at, e.live_until is null as is_live,
           e.position > $2 and e.position <= page.last as is_new,
           coalesce(e.started_position, 0) <= $2 as is_old,
           coalesce(e.audio_position, 0) > $2 as has_other_audio
    from page cross join touched t
    join play_series s on s.account_id = t.account_id and s.release_id = t.release_id and s.source_kind = 'plays'
      and s.outlet_id = $1
    join feed_entries e on e.account_id = s.account_id and e.property = $1 and e.track_id = s.track_id
  ), changes as (
    select release_id, last, max(changed_at) filter (where is_new) as changed_at,
           bool_or(is_live) as is_live, bool_or(is_old and (is_live or position > $2)) as was_live,
           array_agg(track_id order by position) filter (where is_new and is_live) as offered,
           array_agg(track_id order by position) filter (where is_new and is_live and is_old and has_other_audio) as audio,
           array_agg(track_id order by position) filter (where is_new and not is_live) as ended
    from affected group by release_id, last
  )
  select ${timelineText} = $4 and $2 <= ${newestText} as "isKnown", (select last from page)::float8 as last,
         (select coalesce(json_agg(json_build_object(
            'event', case when not is_live then 'takedown' when not was_live then 'live'
                          when audio is not null then 'audio' else 'changed' end,
            'releaseId', release_id, 'changedAt', ${isoInstant('changed_at')},
            'trackIds', coalesce(case when is_live and was_live then audio end, offered, '{}'),
            'endedTrackIds', coalesce(ended, '{}')) order by last), '[]')
          from changes) as events`

export async function listFeedEvents(
  sql: Sql,
  { property, after, limit }: { readonly property: string; readonly after: FeedPosition; readonly limit: number },
): Promise<FeedNews> {
  const row = await sql.readRow<FeedNews>(newsText, [property, after.position, limit, after.timeline])
  if (!row) throw new Error('an aggregate always has a row')
  return row
}
