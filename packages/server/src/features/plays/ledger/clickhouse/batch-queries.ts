import type { Sql, Transaction } from '../../../../platform/database/sql.ts'

/** Which batches are not counted yet; migrations/0295-play-batches.sql explains how numbers mark the counted ones. */

export interface Batch {
  readonly number: number
  readonly days: readonly string[]
  readonly plays: number
  readonly isStored: boolean
  /** So long ago that what is in ClickHouse by now is all there will ever be. */
  readonly isOverdue: boolean
}

export interface OpenBatches {
  /** Changes with every count. */
  readonly round: number
  /** No higher number was counted. */
  readonly countedTo: number
  /** Of the numbers up to there, those that were not counted. */
  readonly open: readonly number[]
  /** What can be counted, oldest first. */
  readonly waiting: readonly Batch[]
}

export const findMark = async (system: Sql): Promise<string> =>
  (await system.readRow<{ mark: string }>('select mark from play_batch_numbers'))?.mark ?? ''

/** Answers the number, which is higher than all before it. */
export async function registerBatch(system: Sql, { days, plays }: Pick<Batch, 'days' | 'plays'>): Promise<number> {
  const row = await system.row<{ number: number }>(
    `with next as (
       update play_batch_numbers
       set last_number = greatest(last_number + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
       returning last_number
     )
     insert into play_batches (number, days, plays) select last_number, $1::date[], $2 from next
     returning number::float8 as number`,
    [[...days], plays],
  )
  if (!row) throw new Error('play_batch_numbers has no row')
  return row.number
}

/** False when it is no longer known: it took so long that it was counted as it was. */
export const markStored = async (system: Sql, number: number): Promise<boolean> =>
  (await system.execute('update play_batches set is_stored = true where number = $1', [number])) === 1

/** No request lives as long, see `longestStatementSeconds`. */
const overdueAfter = '1 hour'

/** In one statement, because its parts hold together only as of one moment. */
export const findOpenBatches = async (system: Sql, limit: number): Promise<OpenBatches> => {
  const row = await system.readRow<OpenBatches>(
    `select n.rounds::float8 as round, n.counted_to::float8 as "countedTo",
       (select coalesce(json_agg(number), '[]') from play_batches where number <= n.counted_to) as open,
       (select coalesce(json_agg(w order by w.number), '[]') from (
          select number, days, plays, is_stored as "isStored", registered_at < now() - $2::interval as "isOverdue"
          from play_batches where is_stored or registered_at < now() - $2::interval order by number limit $1
        ) w) as waiting
     from play_batch_numbers n`,
    [limit, overdueAfter],
  )
  if (!row) throw new Error('play_batch_numbers has no row')
  return row
}

/** One counts at a time. False when another process has counted since that round: then the result no longer holds. */
export async function lockRound(trx: Transaction, round: number): Promise<boolean> {
  await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.plays.batches'))`)
  return (await trx.readRow('select from play_batch_numbers where rounds = $1', [round])) !== undefined
}

/** Last in its transaction: until the commit no batch gets a number. */
export async function endBatches(trx: Transaction, numbers: readonly number[]): Promise<void> {
  await trx.execute('delete from play_batches where number = any ($1::bigint[])', [[...numbers]])
  await trx.execute('update play_batch_numbers set rounds = rounds + 1, counted_to = greatest(counted_to, $1)', [
    Math.max(...numbers),
  ])
}
