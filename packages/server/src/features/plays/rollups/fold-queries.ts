import type { Sql, TenantTransaction, Transaction } from '../../../platform/database/sql.ts'
import { keyColumnsOf, type Rollup, rollups } from './choose-rollup.ts'

/**
 * The fold: it moves `play_deltas` and `play_packs`, which hold the same of large batches, into the roll-ups, across
 * accounts. Both know the series, and a series its account.
 */

/** As many as the partitions of `play_deltas`; each account belongs to one, see migrations/functions/play_lane.sql. */
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
    await sql.readRows<{ lane: number }>(
      `select lane from unnest($1::smallint[]) lane
       where exists (select from play_deltas d where d.lane = lane.lane)
          or exists (select from play_packs p where p.lane = lane.lane)`,
      [[...lanes]],
    )
  ).map(({ lane }) => lane)

const sums = ['streams', 'timed', 'played_ms']
const added = sums.map((name) => `sum(${name})::bigint as ${name}`).join(', ')

/**
 * The counts of each roll-up come from the smallest set that still knows its columns; each row of `cells` is a cell of
 * the finest one already. In the order of the index as far as its pages go, so that it is read from left to right.
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
  const order = rollup.origin === 's' ? ['series', unit].join(', ') : key
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
  with deltas as (
    delete from play_deltas_${lane} where ctid = any (array(select ctid from play_deltas_${lane} limit $1))
    returning series, day, territory, source, model, streams, timed, played_ms
  ), packs as (
    delete from play_packs where ctid = any (array(select ctid from play_packs where lane = ${lane} limit $2))
    returning series, day, territory, source, model, streams, timed, played_ms
  ), taken as (
    select * from deltas
    union all
    -- Not in the list of tables: there each of the arrays would become a table of its own first.
    select unnest(series), unnest(day), unnest(territory), unnest(source), unnest(model), unnest(streams), unnest(timed),
           unnest(played_ms)
    from packs
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
    where c.day < (select max(last_month) + interval '1 month' from play_month_spans
                   where account_id in (select account_id from audiences))
      and c.day >= k.first_month and c.day < k.last_month + interval '1 month'
  ), ${addToAll.join(', ')}, by_source as (
    insert into play_sources (account_id, source_kind, outlet_id, legacy, as_of, timed)
    select account_id, source_kind, outlet_id, legacy, now(), bool_or(timed > 0) from audiences group by 1, 2, 3, 4
    on conflict (account_id, source_kind, outlet_id, legacy) do update
      set as_of = excluded.as_of, timed = play_sources.timed or excluded.timed
  )
  select (select count(*) from deltas) as deltas, (select count(*) from packs) as packs`

export interface FoldLimits {
  readonly deltas: number
  readonly packs: number
}

/** Moves so many of a lane into the roll-ups, and answers how many there were. */
export async function foldDeltas(
  trx: Transaction,
  lane: (typeof lanes)[number],
  { deltas, packs }: FoldLimits,
): Promise<FoldLimits> {
  // A fold sorts and adds up more than a question may.
  await trx.execute(`set local work_mem = '32MB'`)
  return (await trx.row<FoldLimits>(foldText(lane), [deltas, packs])) ?? { deltas: 0, packs: 0 }
}
