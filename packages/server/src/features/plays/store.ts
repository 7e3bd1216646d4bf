import { addDays, dayMs, dayOf } from '../../platform/calendar.ts'
import type { Database, Sql, SqlValue } from '../../platform/database/sql.ts'
import type { Play } from './check-play-event.ts'

/**
 * The raw plays: one table with a partition for each UTC day, there before an event of the day arrives and dropped when
 * its time is over. Plays belong to properties, which have no account: the account follows from the track. So statements
 * here run on `database.system`, and each is bound to the property that asks.
 */
export interface PlayStore {
  /** `feed_entries` and `play_series` are filled by triggers on deliveries, see migrations/0031-feed.sql. */
  findReportableTracks(property: string, trackIds: readonly string[]): Promise<ReportableTrack[]>
  /** Stores what is not there yet, in one statement that is its own transaction, and answers how many that were. */
  insert(property: string, plays: readonly NumberedPlay[]): Promise<number>
  /** Makes the missing partitions of these days (`YYYY-MM-DD`). */
  ensureDays(days: Iterable<string>): Promise<void>
  /** Drops every day before this one and answers which. */
  dropDaysBefore(day: string): Promise<readonly string[]>
}

/** A track as far as a property may report plays of it. */
export interface ReportableTrack {
  readonly trackId: string
  readonly series: number
  readonly sinceMs: number
  /** Null while it is live. */
  readonly untilMs: number | null
}

export interface NumberedPlay extends Play {
  readonly series: number
}

export function playStore(database: Database): PlayStore {
  const knownDays = new Set<string>()
  const ensureDays = async (days: Iterable<string>): Promise<void> => {
    for (const day of days) {
      if (knownDays.has(day)) continue
      await createDayPartition(database, day)
      knownDays.add(day)
    }
  }
  return {
    findReportableTracks: (property, trackIds) => findReportableTracks(database.system, property, trackIds),
    async insert(property, plays) {
      if (plays.length === 0) return 0
      const dayNumbers = new Set(plays.map(({ atMs }) => Math.floor(atMs / dayMs)))
      await ensureDays([...dayNumbers].map((day) => dayOf(day * dayMs)))
      return insertPlays(database.system, property, plays)
    },
    ensureDays,
    async dropDaysBefore(first) {
      const old = (await listDayPartitions(database.system)).filter((day) => day < first)
      for (const day of old) {
        knownDays.delete(day)
        await database.system.execute(`drop table if exists ${partitionOf(day)}`)
      }
      return old
    },
  }
}

const findReportableTracks = (sql: Sql, property: string, trackIds: readonly string[]): Promise<ReportableTrack[]> =>
  sql.rows(
    `select track_id as "trackId", series, (extract(epoch from live_since) * 1000)::float8 as "sinceMs",
            (extract(epoch from live_until) * 1000)::float8 as "untilMs"
     from feed_entries where property = $1 and track_id = any ($2::text[])`,
    [property, trackIds],
  )

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

async function insertPlays(sql: Sql, property: string, plays: readonly NumberedPlay[]): Promise<number> {
  const row = await sql.row<{ stored: number }>(insertText, [property, ...columnsOf(plays)])
  return row?.stored ?? 0
}

/** Arrays as PostgreSQL literals: the driver's own conversion costs more than the insert. */
const columnsOf = (plays: readonly NumberedPlay[]): SqlValue[] => [
  toTextArray(plays.map(({ id }) => (/["\\]/.test(id) ? id.replaceAll(/["\\]/g, '\\$&') : id))),
  toNumberArray(plays.map(({ atMs }) => atMs)),
  toNumberArray(plays.map(({ series }) => series)),
  toTextArray(plays.map(({ territory }) => territory)),
  toTextArray(plays.map(({ source }) => source)),
  toTextArray(plays.map(({ model }) => model)),
  toNumberArray(plays.map(({ playedMs }) => playedMs ?? 'null')),
]

const toTextArray = (values: readonly string[]): string => (values.length === 0 ? '{}' : `{"${values.join('","')}"}`)
const toNumberArray = (values: readonly (number | 'null')[]): string => `{${values.join(',')}}`

/** The days raw plays are kept for, as `YYYY-MM-DD`, oldest first. */
const listDayPartitions = async (sql: Sql): Promise<string[]> =>
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
const partitionOf = (day: string): string => `plays_${requireDay(day).replaceAll('-', '')}`

/** Attaching an own table does not stop the inserts that run. */
const createDayPartition = (database: Database, day: string): Promise<void> =>
  database.transaction(async (trx) => {
    const name = partitionOf(day)
    await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.plays.days'))`)
    if (await trx.row('select from pg_class where oid = to_regclass($1)', [name])) return
    await trx.execute(`create table ${name} (like plays including defaults including constraints)`)
    const bounds = `from ('${requireDay(day)}') to ('${requireDay(addDays(day, 1))}')`
    await trx.execute(`alter table plays attach partition ${name} for values ${bounds}`)
  })
