import type { Sql, Transaction } from '../../../platform/database/sql.ts'

/** What ledgers outside PostgreSQL have to do with it: they count into `play_deltas`, and ask who is behind a series. */

/** Each line a cell as JSON. Plays of an account that was erased meanwhile have no series any more, and nobody counts them. */
export const insertCounted = async (trx: Transaction, lines: readonly string[]): Promise<void> => {
  await trx.execute(
    `insert into play_deltas (lane, series, day, territory, source, model, streams, timed, played_ms)
     select play_lane(s.account_id), c.series, c.day, c.territory, c.source, c.model, c.streams, c.timed, c.played_ms
     from json_to_recordset($1) as c(series int, day date, territory text, source text, model text, streams int, timed int,
                                     played_ms bigint)
     join play_series s on s.number = c.series`,
    [`[${lines.join(',')}]`],
  )
}

export interface SeriesNames {
  readonly number: number
  readonly accountId: string
  readonly releaseId: string
  readonly trackId: string
  readonly sandbox: boolean
}

/** Who is behind numbers of plays, for the archive of the operator. */
export const listSeriesNames = (sql: Sql, numbers: readonly number[]): Promise<SeriesNames[]> =>
  sql.rows(
    `select number, account_id as "accountId", release_id as "releaseId", track_id as "trackId",
            source_kind = 'sandbox' as sandbox
     from play_series where number = any ($1::int[])`,
    [[...numbers]],
  )
