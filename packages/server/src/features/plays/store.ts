import type { Database, Sql, SqlValue } from '../../platform/database/sql.ts'
import type { Play } from './check-play-event.ts'

/**
 * Plays belong to properties, which have no account: the account follows from the track. So statements here run on
 * `database.system`, and each is bound to the property that asks.
 */

/** A track as far as a property may report plays of it. */
export interface ReportableTrack {
  readonly trackId: string
  readonly series: number
  readonly sinceMs: number
  /** Null while it is live. */
  readonly untilMs: number | null
}

export const findReportableTracks = (
  sql: Sql,
  property: string,
  trackIds: readonly string[],
): Promise<ReportableTrack[]> =>
  sql.rows(
    `select track_id as "trackId", series, (extract(epoch from live_since) * 1000)::float8 as "sinceMs",
            (extract(epoch from live_until) * 1000)::float8 as "untilMs"
     from feed_entries where property = $1 and track_id = any ($2::text[])`,
    [property, trackIds],
  )

export interface NumberedPlay extends Play {
  readonly series: number
}

// In the order of the key: two batches with the same events would otherwise wait for each other, and the index is
// written from left to right.
const insertText = `
  with stored as (
    insert into plays (day, property, id, at, series, territory, source, model, played_ms)
    select date '1970-01-01' + (at / 86400000)::int, $1, id, timestamptz 'epoch' + at * interval '1 ms', series,
           territory, source, model, played_ms
    from unnest($2::text[], $3::bigint[], $4::int[], $5::text[], $6::text[], $7::text[], $8::int[])
      as event (id, at, series, territory, source, model, played_ms)
    order by 1, id collate "C"
    on conflict do nothing
    returning series, day, territory, source, model, played_ms
  ), counted as (
    insert into play_deltas (series, day, territory, source, model, streams, timed, played_ms)
    select series, day, territory, source, model, 1, (played_ms is not null)::int, coalesce(played_ms, 0) from stored
  )
  select count(*) as stored from stored`

/** Stores what is not there yet, in one statement that is its own transaction, and answers how many that were. */
export async function insertPlays(sql: Sql, property: string, plays: readonly NumberedPlay[]): Promise<number> {
  const row = await sql.row<{ stored: number }>(insertText, [property, ...columnsOf(plays)])
  return row?.stored ?? 0
}

/** Arrays as PostgreSQL literals: the driver's own conversion costs more than the insert. */
const columnsOf = (plays: readonly NumberedPlay[]): SqlValue[] => [
  texts(plays.map(({ id }) => (/["\\]/.test(id) ? id.replaceAll(/["\\]/g, '\\$&') : id))),
  numbers(plays.map(({ atMs }) => atMs)),
  numbers(plays.map(({ series }) => series)),
  texts(plays.map(({ territory }) => territory)),
  texts(plays.map(({ source }) => source)),
  texts(plays.map(({ model }) => model)),
  numbers(plays.map(({ playedMs }) => playedMs ?? 'null')),
]

const texts = (values: readonly string[]): string => (values.length === 0 ? '{}' : `{"${values.join('","')}"}`)
const numbers = (values: readonly (number | 'null')[]): string => `{${values.join(',')}}`

/** The days raw plays are kept for, as `YYYY-MM-DD`, oldest first. */
export const listDayPartitions = async (sql: Sql): Promise<string[]> =>
  (
    await sql.rows<{ day: string }>(
      `select to_char(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
       from pg_inherits where inhparent = 'plays'::regclass order by 1`,
    )
  ).map(({ day }) => day)

/** Names cannot be bound, so what goes into a text is checked here. */
function requireDay(day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error('not a day')
  return day
}
const nameOf = (day: string): string => `plays_${requireDay(day).replaceAll('-', '')}`

/** Makes the partition of a day. Attaching an own table does not stop the inserts that run. */
export const createDayPartition = (database: Database, day: string, nextDay: string): Promise<void> =>
  database.transaction(async (trx) => {
    const name = nameOf(day)
    await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.plays.days'))`)
    if (await trx.row('select from pg_class where oid = to_regclass($1)', [name])) return
    await trx.execute(`create table ${name} (like plays including defaults including constraints)`)
    const bounds = `from ('${requireDay(day)}') to ('${requireDay(nextDay)}')`
    await trx.execute(`alter table plays attach partition ${name} for values ${bounds}`)
  })

export const dropDayPartition = async (sql: Sql, day: string): Promise<void> => {
  await sql.execute(`drop table if exists ${nameOf(day)}`)
}
