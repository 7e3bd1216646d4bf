import type { Sql, TenantTransaction, Transaction } from '../../../platform/database/sql.ts'
import { keyColumnsOf, type Rollup, rollups } from './choose-rollup.ts'

/** The fold: it moves `play_deltas` into the roll-ups, across accounts. Deltas know their series, and a series its account. */

/** As many as the partitions of `play_deltas`; each account belongs to one, see migrations/0261-play-lanes.sql. */
export const lanes = [0, 1, 2, 3, 4, 5, 6, 7] as const

/** One writer of the counters of an account at a time: two would wait for each other, row by row. */
export const lockLane = async (trx: Transaction, lane: number): Promise<void> => {
  await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.plays.fold'), $1::int)`, [lane])
}

/** The same lock, for what is done for one account. */
export const lockLaneOfTenant = async (trx: TenantTransaction): Promise<void> => {
  await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.plays.fold'), play_lane($1))`)
}

/** Those in which something waits. */
export const listWaitingLanes = async (sql: Sql): Promise<number[]> =>
  (
    await sql.rows<{ lane: number }>(
      `select lane from unnest($1::smallint[]) lane where exists (select from play_deltas d where d.lane = lane.lane)`,
      [[...lanes]],
    )
  ).map(({ lane }) => lane)

const sums = ['streams', 'timed', 'played_ms']
const added = sums.map((name) => `sum(${name})::bigint as ${name}`).join(', ')

/**
 * The counts of each roll-up come from the smallest set that still knows its columns; each row of `cells` is a cell of
 * the finest one already. In the order of the index, so that it is read from left to right.
 */
function addTo(rollup: Rollup, unit: 'day' | 'month'): string {
  const table = unit === 'day' ? rollup.days : rollup.months
  const columns = keyColumnsOf(rollup)
  const key = ['account_id', unit, ...columns].join(', ')
  const source = unit === 'month' ? 'late' : rollup.origin === 's' ? 'cells' : 'audiences'
  const counts =
    unit === 'day' && rollup === rollups.everything
      ? `select ${key}, ${sums.join(', ')} from cells`
      : `select ${key}, ${added} from ${source} group by ${key}`
  const order = rollup.origin === 's' ? ['series', unit, ...columns.slice(1)].join(', ') : key
  return `
    insert into ${table} (${key}, ${sums.join(', ')}) ${counts} order by ${order}
    on conflict (${key}) do update set ${sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`
}

const addToAll = Object.entries(rollups).flatMap(([name, rollup]) => [
  `${name}_by_day as (${addTo(rollup, 'day')})`,
  `${name}_by_month as (${addTo(rollup, 'month')})`,
])

// Added up before they meet their series: that many rows are half as wide.
const foldText = (lane: (typeof lanes)[number]): string => `
  with taken as (
    delete from play_deltas_${lane} where ctid = any (array(select ctid from play_deltas_${lane} limit $1))
    returning series, day, territory, source, model, streams, timed, played_ms
  ), cells as materialized (
    select s.account_id, s.source_kind, s.outlet_id, s.legacy, d.*
    from (select series, day, territory, source, model, ${added} from taken group by 1, 2, 3, 4, 5) d
    join play_series s on s.number = d.series
  ), audiences as materialized (
    select account_id, source_kind, outlet_id, legacy, day, territory, source, model, ${added}
    from cells group by 1, 2, 3, 4, 5, 6, 7, 8
  ), late as materialized (
    -- Of months that are added up already.
    select c.*, date_trunc('month', c.day::timestamp)::date as month
    from cells c join play_month_spans k on k.account_id = c.account_id
    where c.day >= k.first_month and c.day < k.last_month + interval '1 month'
  ), ${addToAll.join(', ')}, by_source as (
    insert into play_sources (account_id, source_kind, outlet_id, legacy, as_of, timed)
    select account_id, source_kind, outlet_id, legacy, now(), bool_or(timed > 0) from audiences group by 1, 2, 3, 4
    on conflict (account_id, source_kind, outlet_id, legacy) do update
      set as_of = excluded.as_of, timed = play_sources.timed or excluded.timed
  )
  select count(*) as folded from taken`

/** Moves up to `limit` deltas of a lane into the roll-ups and answers how many it found. */
export async function foldDeltas(trx: Transaction, lane: (typeof lanes)[number], limit: number): Promise<number> {
  // A fold sorts and adds up more than a question may.
  await trx.execute(`set local work_mem = '32MB'`)
  const row = await trx.row<{ folded: number }>(foldText(lane), [limit])
  return row?.folded ?? 0
}
