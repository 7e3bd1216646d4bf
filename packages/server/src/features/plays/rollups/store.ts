import type { Transaction } from '../../../platform/database/sql.ts'

/** Folding runs across accounts: deltas know their series, and a series knows its account. */

/** One fold at a time: the counters of a day are written by everybody, and two writers would wait for each other. */
export const lockFolding = async (trx: Transaction): Promise<void> => {
  await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.plays.fold'))`)
}

const add = (table: string): string =>
  ['streams', 'timed', 'played_ms'].map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')

const rollUp = (table: string, dimensions: string): string => `
    insert into ${table} (account_id, ${dimensions}, streams, timed, played_ms)
    select account_id, ${dimensions}, sum(streams), sum(timed), sum(played_ms) from moved
    group by account_id, ${dimensions}
    on conflict (account_id, ${dimensions}) do update set ${add(table)}`

const foldText = `
  with taken as (
    delete from play_deltas where ctid = any (array(select ctid from play_deltas limit $1))
    returning series, day, territory, source, model, streams, timed, played_ms
  ), moved as materialized (
    select s.account_id, s.source_kind, s.outlet_id, s.legacy, t.*
    from taken t join play_series s on s.number = t.series
  ), by_day as (${rollUp('play_days', 'series, day, territory, source, model')}
  ), by_track as (${rollUp('play_track_days', 'series, day')}
  ), by_audience as (${rollUp('play_audience_days', 'day, territory, source, model, source_kind, outlet_id, legacy')}
  ), by_territory as (${rollUp('play_territory_days', 'day, territory, source_kind, outlet_id, legacy')}
  ), by_source as (
    insert into play_sources (account_id, source_kind, outlet_id, legacy, as_of, timed)
    select account_id, source_kind, outlet_id, legacy, now(), bool_or(timed > 0) from moved group by 1, 2, 3, 4
    on conflict (account_id, source_kind, outlet_id, legacy) do update
      set as_of = excluded.as_of, timed = play_sources.timed or excluded.timed
  )
  select count(*) as folded from taken`

/** Moves up to `limit` deltas into the roll-ups and answers how many it found. */
export async function foldDeltas(trx: Transaction, limit: number): Promise<number> {
  const row = await trx.row<{ folded: number }>(foldText, [limit])
  return row?.folded ?? 0
}
