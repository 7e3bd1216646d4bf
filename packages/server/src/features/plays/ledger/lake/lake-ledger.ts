import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import { defineJob, type Jobs, jobHandler } from '../../../../platform/jobs/jobs.ts'
import { countLater } from '../count-later.ts'
import { linesOf, nameStoredPlays } from '../plays-as-lines.ts'
import type { ExportedPlay, PlaysLedger } from '../plays-ledger.ts'
import { type LedgerDays, withEarlierDays } from '../with-earlier-days.ts'
import { openWorkFolder } from '../work-folder.ts'
import { compactInbox, fetchAll, type Lake, type Outcome } from './compaction.ts'
import { bucketCount, lakeInbox, listInbox } from './inbox.ts'
import { countPlaysInSegments, deleteSegmentsBefore, listSegmentDays, listSegments } from './lake-queries.ts'
import { readInOrder } from './lake-sql.ts'

export interface LakeLedgerOptions extends Lake {
  readonly jobs: Jobs
  /** Has what was reported before there was a lake, until its time is over. */
  readonly earlier: PlaysLedger
  /** Called when plays were counted that are not in the roll-ups yet. */
  onCounted(): void
}

const countLake = defineJob<object>('countPlaysOfLake')
/** So that the folder of one compaction, and its transaction, have an end. */
const objectsAtATime = 256

/** Raw plays as Parquet in the storage of uploads: first into an inbox, and from there, by workers, each once into its day. */
export function lakeLedger(options: LakeLedgerOptions): PlaysLedger {
  const { database, objects, duck, log, jobs, earlier, onCounted } = options
  const inbox = lakeInbox(objects)
  const later = countLater({ database, jobs, log, job: countLake })
  const count = async (): Promise<void> => {
    for (const [day, waiting] of await listInbox(objects))
      for (let start = 0; start < waiting.length; start += objectsAtATime) {
        const part = waiting.slice(start, start + objectsAtATime)
        let outcome: Outcome
        do outcome = await compactInbox(options, day, part)
        while (outcome === 'outrun')
        if (outcome === 'counted') onCounted()
      }
  }
  return {
    async append(property, plays) {
      if (plays.length > 0) {
        await inbox.append(property, plays)
        later.soon()
      }
      return { accepted: plays.length, duplicates: 0, dedup: 'later' }
    },
    count,
    prepareDays: async () => {},
    ...withEarlierDays(lakeDays(options), earlier),
    jobs: [jobHandler({ job: countLake, handle: count, cron: '* * * * *', lane: 'plays' })],
    async close() {
      later.close()
      await inbox.flush()
      duck.close()
      await objects.close()
    },
  }
}

const everyBucket = Array.from({ length: bucketCount }, (_, bucket) => bucket)
const lakeDays = (options: LakeLedgerOptions): LedgerDays => {
  const { objects } = options
  const { system } = options.database
  return {
    listDaysBefore: (day) => listSegmentDays(system, day),
    countPlaysOf: (day) => countPlaysInSegments(system, day),
    readDay: (day) => readSegments(options, day),
    async dropDaysBefore(first) {
      const dropped = await listSegmentDays(system, first)
      await deleteSegmentsBefore(system, first)
      for await (const name of objects.list('days/')) {
        const day = /^days\/day=(\d{4}-\d\d-\d\d)\//.exec(name)?.[1]
        if (day !== undefined && day < first) await objects.remove(name)
      }
      return dropped
    },
  }
}

async function* readSegments(lake: LakeLedgerOptions, day: string): AsyncGenerator<readonly ExportedPlay[]> {
  const folder = await openWorkFolder(lake.workFolder)
  try {
    const segments = await fetchSegments(lake, folder.path, day)
    if (segments.length === 0) return
    const target = join(folder.path, 'day.ndjson.zst')
    await lake.duck.run(folder.path, readInOrder(segments, target))
    const input = createReadStream(target).pipe(createZstdDecompress())
    yield* nameStoredPlays(lake.database.system, linesOf(input))
  } finally {
    await folder.remove()
  }
}

/** Another process may merge them while they are fetched: then the new one is taken. */
async function fetchSegments(lake: LakeLedgerOptions, folder: string, day: string): Promise<string[]> {
  const wanted = await listSegments(lake.database.system, day, everyBucket)
  const found = await fetchAll(lake, folder, wanted)
  if (found.length === wanted.length) return found.map(({ file }) => file)
  const again = new Set((await listSegments(lake.database.system, day, everyBucket)).map(({ name }) => name))
  const lost = wanted.filter(({ name }) => again.has(name) && !found.some((local) => local.name === name))
  if (lost.length === 0) return fetchSegments(lake, folder, day)
  for (const { name } of lost) lake.log.warn('plays.segment_lost', { name })
  return found.map(({ file }) => file)
}
