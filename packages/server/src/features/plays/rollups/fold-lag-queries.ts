import type { Sql, Transaction } from '../../../platform/database/sql.ts'

/**
 * Since when plays wait to be counted. A lane is marked before its fold is enqueued, in the same transaction, so that a fold
 * follows each mark; the fold takes it away or sets it anew.
 */

/** In the order of the lanes, and those that are marked are left alone: nodes must not wait for each other. */
export const markWaiting = async (trx: Transaction, waiting: readonly number[]): Promise<void> => {
  await trx.execute(
    `insert into play_lanes (lane, waiting_since)
     select lane, now() from unnest($1::smallint[]) lane
     where not exists (select from play_lanes l where l.lane = lane.lane and l.waiting_since is not null)
     order by lane
     on conflict (lane) do update set waiting_since = coalesce(play_lanes.waiting_since, excluded.waiting_since)`,
    [waiting],
  )
}

const holdsSomething = `(exists (select from play_deltas d where d.lane = l.lane)
  or exists (select from play_packs p where p.lane = l.lane))`

/** After a fold of all that was there when the transaction began: what is there now came later. */
export const noteFolded = async (trx: Transaction, lane: number): Promise<void> => {
  await trx.execute(
    `update play_lanes l set waiting_since = case when ${holdsSomething} then now() end
     where lane = $1 and waiting_since is not null`,
    [lane],
  )
}

/** What something else than a fold has emptied, such as an erased account or a fold of an older version. */
export const clearEmptied = async (sql: Sql): Promise<void> => {
  await sql.execute(
    `update play_lanes set waiting_since = null
     where lane in (select lane from play_lanes l where waiting_since is not null and not ${holdsSomething}
                    order by lane for update skip locked)`,
  )
}

/** How long the oldest has been waiting. */
export const findFoldLagSeconds = async (sql: Sql): Promise<number> =>
  (
    await sql.readRow<{ seconds: number }>(
      `select coalesce(extract(epoch from now() - min(waiting_since)), 0)::float8 as seconds from play_lanes`,
    )
  )?.seconds ?? 0
