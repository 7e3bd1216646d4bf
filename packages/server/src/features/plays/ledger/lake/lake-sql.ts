import { packColumns } from '../counted-queries.ts'
import type { Step } from './duckdb-child.ts'

/** Statements for DuckDB. Files are named by the hub, below its own folder: no other name gets here. */

export interface Compaction {
  readonly inbox: readonly string[]
  readonly buckets: readonly CompactedBucket[]
  /** What grew of the roll-ups: a line of JSON for many cells, in columns that are literals of arrays. */
  readonly deltas: string
}

export interface CompactedBucket {
  readonly bucket: number
  readonly segments: readonly string[]
  /** Whether the new segment takes the place of the others. */
  readonly merges: boolean
  readonly target: string
}

const list = (files: readonly string[]): string =>
  `[${files.map((file) => `'${file.replaceAll("'", "''")}'`).join(', ')}]`

const inboxColumns = `{property: 'VARCHAR', id: 'VARCHAR', at_ms: 'BIGINT', series: 'INTEGER', territory: 'VARCHAR',
  source: 'VARCHAR', model: 'VARCHAR', played_ms: 'INTEGER', bucket: 'INTEGER'}`

const zstd = 'format parquet, compression zstd'
const columns = 'property, id, "at", series, territory, source, model, played_ms'

/** Of an account with very many tracks one pack has so many cells: a fold takes some packs at a time. */
const cellsPerPack = 20_000

/** Answers bucket and number of the plays that are new. */
export function compact({ inbox, buckets, deltas }: Compaction): Step[] {
  const segments = buckets.flatMap((bucket) => bucket.segments)
  return [
    [
      `create table news as
         select * exclude (at_ms), make_timestamp_ms(at_ms) as "at"
         from read_json(${list(inbox)}, format = 'newline_delimited', compression = 'zstd', columns = ${inboxColumns})`,
    ],
    // What came twice is little: looking for it by its key alone costs half of giving each play its place among its
    // equals.
    [
      `create table repeated as
         select property, id, min(rowid) as kept from news group by property, id having count(*) > 1`,
    ],
    [`delete from news using repeated r where news.property = r.property and news.id = r.id and news.rowid <> r.kept`],
    ...(segments.length === 0 ? [] : [[deleteKnown(segments)]]),
    [writeDeltas(deltas), ...buckets.map(writeBucket)],
    ['select bucket, count(*)::int from news group by bucket'],
  ]
}

/** The new plays are the side that is held in memory, whatever the day has. */
const deleteKnown = (segments: readonly string[]): string =>
  `delete from news using (select property, id from read_parquet(${list(segments)})) known
   where news.property = known.property and news.id = known.id`

const writeDeltas = (target: string): string => `
  copy (
    with cells as (
      select "at"::date as day, series, territory, source, model, count(*) as streams, count(played_ms) as timed,
             coalesce(sum(played_ms), 0)::bigint as played_ms
      from news group by all
    ), packs as (
      select list(cell) as cells
      from (select cell, row_number() over () // ${cellsPerPack} as pack from cells as cell) group by pack
    )
    select ${packColumns.map(({ name, type }) => `${arrayOf(name, type === 'text')} as ${name}`).join(', ')} from packs
  ) to '${target}' (format json)`

/** As PostgreSQL reads an array. */
function arrayOf(name: string, isText: boolean): string {
  const member = isText ? `'"' || replace(replace(cell.${name}, '\\', '\\\\'), '"', '\\"') || '"'` : `cell.${name}`
  return `'{' || array_to_string([${member} for cell in cells], ',') || '}'`
}

function writeBucket({ bucket, segments, merges, target }: CompactedBucket): string {
  const earlier = merges ? `union all select ${columns} from read_parquet(${list(segments)})` : ''
  return `copy (select ${columns} from news where bucket = ${bucket} ${earlier} order by series)
          to '${target}' (${zstd})`
}

/** All plays of the segments as lines of JSON, in the order of property and id. */
export const readInOrder = (segments: readonly string[], target: string): Step[] => [
  [
    `copy (select property, id, epoch_ms("at") as at_ms, series, territory, source, model, played_ms
         from read_parquet(${list(segments)}) order by property, id)
   to '${target}' (format json, compression zstd)`,
  ],
]
