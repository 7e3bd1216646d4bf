import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Objects } from '../../../../platform/blobs/objects.ts'
import type { Database } from '../../../../platform/database/sql.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import { insertPacks, linesOf } from '../plays-as-lines.ts'
import { openWorkFolder } from '../work-folder.ts'
import type { DuckDb } from './duckdb.ts'
import type { InboxObject } from './inbox.ts'
import { listSegments, lockDay, replaceSegments, type Segment } from './lake-queries.ts'
import { compact } from './lake-sql.ts'
import { mapAtOnce } from './map-at-once.ts'

/**
 * Moves plays from the inbox into segments, `days/day=D/bucket=B/TIME-RANDOM.parquet`, those that no segment of their
 * bucket has. What makes it exact is one transaction: it names the new segments and puts what they have into
 * `play_packs`. Before it nothing has happened; after it whatever is left in the inbox repeats what is known.
 */
export interface Lake {
  readonly database: Database
  readonly objects: Objects
  readonly duck: DuckDb
  readonly workFolder: string
  readonly log: Log
}

/** A bucket with so many segments gets one in their place: each is read to find repetitions. */
const segmentsBeforeMerge = 8

interface Local {
  readonly name: string
  readonly file: string
}

/** When another process changed the day meanwhile, nothing has happened, and what waits does so still. */
export type Outcome = 'counted' | 'nothing there' | 'outrun'

export async function compactInbox(lake: Lake, day: string, waiting: readonly InboxObject[]): Promise<Outcome> {
  const folder = await openWorkFolder(lake.workFolder)
  try {
    const buckets = [...new Set(waiting.flatMap((object) => object.buckets))]
    const known = await listSegments(lake.database.system, day, buckets)
    const inbox = await fetchAll(lake, folder.path, waiting)
    if (inbox.length === 0) return 'nothing there'
    const made = await makeSegments(lake, { folder: folder.path, day, buckets, inbox, known })
    const isDone = await commit(lake, { day, buckets, known, ...made, deltas: join(folder.path, deltasFile) })
    // Files without a row are unused; files taken from the inbox have one.
    const nobodys = isDone ? [...inbox, ...made.merged] : made.segments
    await mapAtOnce(nobodys, ({ name }) => lake.objects.remove(name))
    return isDone ? 'counted' : 'outrun'
  } finally {
    await folder.remove()
  }
}

const deltasFile = 'deltas.ndjson'

/** Those that are there, as files of this machine. */
export async function fetchAll(
  { objects }: Pick<Lake, 'objects'>,
  folder: string,
  wanted: readonly { readonly name: string }[],
): Promise<Local[]> {
  const found = await mapAtOnce(wanted, async ({ name }): Promise<Local[]> => {
    const file = join(folder, randomUUID())
    return (await objects.fetch(name, file)) ? [{ name, file }] : []
  })
  return found.flat()
}

interface Work {
  readonly folder: string
  readonly day: string
  readonly buckets: readonly number[]
  readonly inbox: readonly Local[]
  readonly known: readonly Segment[]
}

interface Made {
  readonly segments: readonly Segment[]
  /** Those they take the place of. */
  readonly merged: readonly Segment[]
  /** Those that the database names and the storage has not. */
  readonly lost: readonly Segment[]
}

async function makeSegments(lake: Lake, { folder, day, buckets, inbox, known }: Work): Promise<Made> {
  const local = new Map((await fetchAll(lake, folder, known)).map(({ name, file }) => [name, file]))
  const parts = buckets.map((bucket) => {
    const own = known.filter((segment) => segment.bucket === bucket && local.has(segment.name))
    return {
      bucket,
      own,
      segments: own.flatMap(({ name }) => local.get(name) ?? []),
      merges: own.length >= segmentsBeforeMerge,
      target: join(folder, `bucket-${bucket}.parquet`),
    }
  })
  const statements = compact({
    inbox: inbox.map(({ file }) => file),
    buckets: parts,
    deltas: join(folder, deltasFile),
  })
  const news = new Map((await lake.duck.run(folder, statements)) as readonly (readonly [number, number])[])
  const segments = await mapAtOnce(parts, async ({ bucket, own, merges, target }): Promise<Segment[]> => {
    const plays = (news.get(bucket) ?? 0) + (merges ? own.reduce((sum, segment) => sum + segment.plays, 0) : 0)
    if (plays === 0) return []
    const name = `days/day=${day}/bucket=${bucket}/${Date.now()}-${randomUUID()}.parquet`
    await lake.objects.putFile(name, target)
    return [{ name, bucket, plays }]
  })
  const merged = parts.filter(({ merges }) => merges).flatMap(({ own }) => own)
  return { segments: segments.flat(), merged, lost: known.filter(({ name }) => !local.has(name)) }
}

interface Commit extends Made, Pick<Work, 'day' | 'buckets' | 'known'> {
  readonly deltas: string
}

const commit = (lake: Lake, { day, buckets, known, segments, merged, lost, deltas }: Commit): Promise<boolean> =>
  lake.database.transaction(async (trx) => {
    await lockDay(trx, day)
    const now = await listSegments(trx, day, buckets)
    if (namesOf(now) !== namesOf(known)) return false
    for (const { name } of lost) lake.log.warn('plays.segment_lost', { name })
    await replaceSegments(trx, day, { gone: [...merged, ...lost].map(({ name }) => name), made: segments })
    await insertPacks(trx, linesOf(createReadStream(deltas)))
    return true
  })

const namesOf = (segments: readonly Segment[]): string => segments.map(({ name }) => name).join('\n')
