/** What DuckDB is asked, as texts. Files are named by us, below a folder of ours: no name of anybody else gets here. */

export interface Compaction {
  readonly inbox: readonly string[]
  readonly buckets: readonly CompactedBucket[]
  /** A line of JSON for each cell of the roll-ups that grew. */
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

/** Answers bucket and number of the plays that are new. */
export function compact({ inbox, buckets, deltas }: Compaction): string[] {
  const segments = buckets.flatMap((bucket) => bucket.segments)
  const known =
    segments.length === 0
      ? ''
      : `anti join (select property, id from read_parquet(${list(segments)})) known using (property, id)`
  return [
    `create temp table fresh as
       select distinct on (property, id) * exclude (at_ms), make_timestamp_ms(at_ms) as "at"
       from read_json(${list(inbox)}, format = 'newline_delimited', compression = 'zstd', columns = ${inboxColumns})`,
    `create temp table news as select fresh.* from fresh ${known}`,
    ...buckets.map(writeBucket),
    `copy (select "at"::date as day, series, territory, source, model, count(*) as streams,
                  count(played_ms) as timed, coalesce(sum(played_ms), 0)::bigint as played_ms
           from news group by all) to '${deltas}' (format json)`,
    'select bucket, count(*)::int from news group by bucket',
  ]
}

function writeBucket({ bucket, segments, merges, target }: CompactedBucket): string {
  const earlier = merges ? `union all select ${columns} from read_parquet(${list(segments)})` : ''
  return `copy (select ${columns} from news where bucket = ${bucket} ${earlier} order by series, property, id)
          to '${target}' (${zstd})`
}

/** All plays of the segments as lines of JSON, in the order of property and id. */
export const readInOrder = (segments: readonly string[], target: string): string[] => [
  `copy (select property, id, epoch_ms("at") as at_ms, series, territory, source, model, played_ms
         from read_parquet(${list(segments)}) order by property, id)
   to '${target}' (format json, compression zstd)`,
]
