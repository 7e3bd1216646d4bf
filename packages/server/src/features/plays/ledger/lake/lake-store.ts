import type { Sql, Transaction } from '../../../../platform/database/sql.ts'

/** Which segments of a day count: they are what says that a play was counted. */
export interface Segment {
  readonly name: string
  readonly bucket: number
  readonly plays: number
}

export const listSegments = (sql: Sql, day: string, buckets: readonly number[]): Promise<Segment[]> =>
  sql.rows(
    `select name, bucket, plays::float8 as plays from play_segments
     where day = $1 and bucket = any ($2::smallint[]) order by name`,
    [day, [...buckets]],
  )

/** One writer of the segments of a day at a time. */
export const lockDay = async (trx: Transaction, day: string): Promise<void> => {
  await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.plays.lake'), ($1::date - date '1970-01-01'))`, [
    day,
  ])
}

export async function replaceSegments(
  trx: Transaction,
  day: string,
  { gone, made }: { readonly gone: readonly string[]; readonly made: readonly Segment[] },
): Promise<void> {
  await trx.execute('delete from play_segments where day = $1 and name = any ($2::text[])', [day, [...gone]])
  await trx.execute(
    `insert into play_segments (day, bucket, name, plays)
     select $1, bucket, name, plays from json_to_recordset($2) as made(name text, bucket smallint, plays bigint)`,
    [day, JSON.stringify(made)],
  )
}

/** Plays of an account that was erased meanwhile have no series any more, and nobody counts them. */
export const insertCounted = async (trx: Transaction, day: string, lines: readonly string[]): Promise<void> => {
  await trx.execute(
    `insert into play_deltas (lane, series, day, territory, source, model, streams, timed, played_ms)
     select play_lane(s.account_id), c.series, $1, c.territory, c.source, c.model, c.streams, c.timed, c.played_ms
     from json_to_recordset($2) as c(series int, territory text, source text, model text, streams int, timed int, played_ms bigint)
     join play_series s on s.number = c.series`,
    [day, `[${lines.join(',')}]`],
  )
}

export const listSegmentDays = async (sql: Sql, before: string): Promise<string[]> =>
  (
    await sql.rows<{ day: string }>(`select distinct day::text from play_segments where day < $1 order by 1`, [before])
  ).map(({ day }) => day)

export const countPlaysInSegments = async (sql: Sql, day: string): Promise<number> =>
  (
    await sql.row<{ plays: number }>(
      'select coalesce(sum(plays), 0)::float8 as plays from play_segments where day = $1',
      [day],
    )
  )?.plays ?? 0

export const deleteSegmentsBefore = async (sql: Sql, day: string): Promise<void> => {
  await sql.execute('delete from play_segments where day < $1', [day])
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
