import type { Sql } from '../../platform/database/sql.ts'

/** A track as far as a property may report plays of it. */
export interface ReportableTrack {
  readonly trackId: string
  readonly series: number
  /** Where its plays wait to be counted. */
  readonly lane: number
  readonly sinceMs: number
  /** Null while it is live. */
  readonly untilMs: number | null
}

/** `feed_entries` and `play_series` are filled by triggers on deliveries, see migrations/functions/enter_feed.sql. */
export const findReportableTracks = (
  sql: Sql,
  property: string,
  trackIds: readonly string[],
): Promise<ReportableTrack[]> =>
  sql.readRows(
    `select track_id as "trackId", series, play_lane(account_id) as lane, (extract(epoch from live_since) * 1000)::float8 as "sinceMs",
            (extract(epoch from live_until) * 1000)::float8 as "untilMs"
     from feed_entries where property = $1 and track_id = any ($2::text[])`,
    [property, trackIds],
  )
