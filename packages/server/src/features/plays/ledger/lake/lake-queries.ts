import type { Sql, Transaction } from '../../../../platform/database/sql.ts'

/** Which segments of a day count: they are what says that a play was counted. */
export interface Segment {
  readonly name: string
  readonly bucket: number
  readonly plays: number
}

export const listSegments = (sql: Sql, day: string, buckets: readonly number[]): Promise<Segment[]> =>
  sql.readRows(
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

export const listSegmentDays = async (sql: Sql, before: string): Promise<string[]> =>
  (
    await sql.readRows<{ day: string }>(`select distinct day::text from play_segments where day < $1 order by 1`, [
      before,
    ])
  ).map(({ day }) => day)

export const countPlaysInSegments = async (sql: Sql, day: string): Promise<number> =>
  (
    await sql.readRow<{ plays: number }>(
      'select coalesce(sum(plays), 0)::float8 as plays from play_segments where day = $1',
      [day],
    )
  )?.plays ?? 0

export const deleteSegmentsBefore = async (sql: Sql, day: string): Promise<void> => {
  await sql.execute('delete from play_segments where day < $1', [day])
}
