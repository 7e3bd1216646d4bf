import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createZstdDecompress } from 'node:zlib'
import { defineJob, type Jobs, jobHandler } from '../../../../platform/jobs/jobs.ts'
import type { ExportedPlay, PlaysLedger } from '../plays-ledger.ts'
import { compactInbox, fetchAll, type Lake, type Outcome } from './compaction.ts'
import { bucketCount, lakeInbox, listInbox } from './inbox.ts'
import { readInOrder } from './lake-sql.ts'
import {
  countPlaysInSegments,
  deleteSegmentsBefore,
  listSegmentDays,
  listSegments,
  listSeriesNames,
} from './lake-store.ts'
import { openWorkFolder } from './work-folder.ts'

export interface LakeLedgerOptions extends Lake {
  readonly jobs: Jobs
  /** Has what was reported before there was a lake, until its time is over. */
  readonly earlier: PlaysLedger
  /** Called when plays were counted that are not in the roll-ups yet. */
  onCounted(): void
}

const countLake = defineJob<object>('countPlaysOfLake')
const delayMs = 2_000
/** So that the folder of one compaction, and its transaction, have an end. */
const objectsAtATime = 256

/** Raw plays as Parquet in the storage of uploads: first into an inbox, and from there, by workers, each once into its day. */
export function lakeLedger(options: LakeLedgerOptions): PlaysLedger {
  const { database, objects, duck, log, jobs, earlier, onCounted } = options
  const inbox = lakeInbox(objects)
  let timer: NodeJS.Timeout | undefined
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      database
        .transaction((trx) => jobs.enqueue(trx, countLake, {}, { key: countLake.name, queue: countLake.name }))
        .catch((error: unknown) => log.warn('plays.fold_enqueue_failed', { error }))
    }, delayMs).unref()
  }
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
        soon()
      }
      return { accepted: plays.length, duplicates: 0, dedup: 'later' }
    },
    count,
    prepareDays: async () => {},
    async listDaysBefore(day) {
      const days = [...(await earlier.listDaysBefore(day)), ...(await listSegmentDays(database.system, day))]
      return [...new Set(days)].sort()
    },
    countPlaysOf: async (day) => (await earlier.countPlaysOf(day)) + (await countPlaysInSegments(database.system, day)),
    async *readDay(day) {
      yield* earlier.readDay(day)
      yield* readSegments(options, day)
    },
    async dropDaysBefore(first) {
      const dropped = [...(await earlier.dropDaysBefore(first)), ...(await listSegmentDays(database.system, first))]
      await deleteSegmentsBefore(database.system, first)
      for await (const name of objects.list('days/')) {
        const day = /^days\/day=(\d{4}-\d\d-\d\d)\//.exec(name)?.[1]
        if (day !== undefined && day < first) await objects.remove(name)
      }
      return [...new Set(dropped)].sort()
    },
    jobs: [jobHandler({ job: countLake, handle: count, cron: '* * * * *', lane: 'long' })],
    async close() {
      clearTimeout(timer)
      await inbox.flush()
      duck.close()
      await objects.close()
    },
  }
}

const everyBucket = Array.from({ length: bucketCount }, (_, bucket) => bucket)
const rowsPerGroup = 20_000

interface StoredPlay extends Pick<ExportedPlay, 'property' | 'id'> {
  readonly at_ms: number
  readonly series: number
  readonly territory: string
  readonly source: string
  readonly model: string
  readonly played_ms: number | null
}

async function* readSegments(lake: LakeLedgerOptions, day: string): AsyncGenerator<readonly ExportedPlay[]> {
  const folder = await openWorkFolder(lake.workFolder)
  try {
    const segments = await fetchSegments(lake, folder.path, day)
    if (segments.length === 0) return
    const target = join(folder.path, 'day.ndjson.zst')
    await lake.duck.run(folder.path, readInOrder(segments, target))
    const input = createReadStream(target).pipe(createZstdDecompress())
    let group: StoredPlay[] = []
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      group.push(JSON.parse(line) as StoredPlay)
      if (group.length < rowsPerGroup) continue
      yield await nameAll(lake, group)
      group = []
    }
    if (group.length > 0) yield await nameAll(lake, group)
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

async function nameAll(lake: LakeLedgerOptions, plays: readonly StoredPlay[]): Promise<ExportedPlay[]> {
  const numbers = [...new Set(plays.map(({ series }) => series))]
  const names = new Map(
    (await listSeriesNames(lake.database.system, numbers)).map(({ number, ...name }) => [number, name]),
  )
  return plays.flatMap(({ property, id, at_ms, series, territory, source, model, played_ms }) => {
    const name = names.get(series)
    if (!name) return []
    const said = { territory: territory || null, source: source || null, model: model || null, playedMs: played_ms }
    return [{ property, id, at: at_ms, ...name, ...said }]
  })
}
