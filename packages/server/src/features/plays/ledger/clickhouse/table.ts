import type { Sql } from '../../../../platform/database/sql.ts'
import { findMark } from './batch-queries.ts'
import { type ClickHouse, ClickHouseError } from './clickhouse.ts'

/** Named so in a database of ClickHouse that may have other tables. */
export const table = 'spindle_plays'

/**
 * A play has a row for each batch it came in, because only counting knows which of them counted: they are neighbours, and
 * cost next to nothing. What is sent again after a lost answer is the same row, and merges leave one.
 */
const createTable = (mark: string): string => `
  create table if not exists ${table} (
    property   LowCardinality(String),
    id         String,
    day        Date,
    at         DateTime64(3, 'UTC') codec (Delta, ZSTD),
    series     UInt32,
    territory  LowCardinality(String),
    source     LowCardinality(String),
    model      LowCardinality(String),
    played_ms  Nullable(UInt32),
    batch      UInt64 codec (Delta, ZSTD),
    index batches batch type minmax granularity 8
  )
  engine = ReplacingMergeTree
  partition by day
  order by (property, id, batch)
  settings non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1
  comment '${mark}'`

/** Finds the table or makes it. */
export async function openTable(clickHouse: ClickHouse, system: Sql): Promise<void> {
  if (await findTable(clickHouse, system)) return
  await clickHouse.execute({ text: createTable(await findMark(system)) })
  // Another hub may have been first.
  await findTable(clickHouse, system)
}

/** Rejects the table of another hub: numbers of batches mean something in one database only. */
export async function findTable(clickHouse: ClickHouse, system: Sql): Promise<boolean> {
  const mark = await findMark(system)
  const comment = await findComment(clickHouse)
  if (comment !== undefined && comment !== mark)
    throw new ClickHouseError(
      `the table ${table} in SPINDLE_CLICKHOUSE_DATABASE belongs to another hub: its comment is "${comment}", not "${mark}". Fix: use a database of this hub; if the table belongs to this hub, run there: alter table ${table} modify comment '${mark}'`,
    )
  return comment !== undefined
}

async function findComment(clickHouse: ClickHouse): Promise<string | undefined> {
  const text = 'select comment from system.tables where database = currentDatabase() and name = {table:String}'
  const [found] = await clickHouse.rows<{ comment: string }>({ text, values: { table } })
  return found?.comment
}
