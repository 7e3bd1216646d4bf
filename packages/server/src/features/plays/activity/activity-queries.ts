import type { Sql } from '../../../platform/database/sql.ts'

/** Properties belong to no account, so these statements run as the system. */

export interface Activity {
  readonly feedReadMs?: number | undefined
  readonly feedPosition?: number | undefined
  readonly playsMs?: number | undefined
}

/** In id order, so that two nodes that write at once lock the rows in the same order. */
export async function saveActivity(sql: Sql, seen: ReadonlyMap<string, Activity>): Promise<void> {
  const entries = [...seen]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([property, activity]) => ({ property, ...activity }))
  await sql.execute(
    `insert into property_activity as known (property, feed_read_at, feed_position, plays_at)
     select property, to_timestamp("feedReadMs" / 1000), coalesce("feedPosition", 0), to_timestamp("playsMs" / 1000)
     from json_to_recordset($1)
       as seen(property text, "feedReadMs" float8, "feedPosition" bigint, "playsMs" float8)
     on conflict (property) do update
       set feed_position = case when excluded.feed_read_at is null or excluded.feed_read_at < known.feed_read_at
                                then known.feed_position else excluded.feed_position end,
           feed_read_at = greatest(known.feed_read_at, excluded.feed_read_at),
           plays_at = greatest(known.plays_at, excluded.plays_at)`,
    [JSON.stringify(entries)],
  )
}

export interface ActivityRow {
  readonly property: string
  readonly feedReadAt: Date | null
  /** Changes that it was not given yet, counted up to a limit. */
  readonly feedBehind: number
  readonly playsAt: Date | null
}

const countedAtMost = 10_000

export const findActivity = (sql: Sql, ids: readonly string[]): Promise<ActivityRow[]> =>
  sql.readRows(
    `select p.property, a.feed_read_at as "feedReadAt", a.plays_at as "playsAt", behind.count as "feedBehind"
     from unnest($1::text[]) as p (property)
     left join property_activity a on a.property = p.property
     cross join lateral (
       select count(*)::int as count from (
         select 1 from feed_entries e
         where e.property = p.property and e.position > coalesce(a.feed_position, 0) limit ${countedAtMost}) counted) behind`,
    [ids],
  )
