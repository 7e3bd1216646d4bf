import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32, zstdCompress } from 'node:zlib'
import type { Objects } from '../../../../platform/blobs/objects.ts'
import { dayOf } from '../../../../platform/values/calendar.ts'
import type { NumberedPlay } from '../plays-ledger.ts'

/**
 * Where plays are durable before they are counted: `inbox/property=P/day=D/TIME-RANDOM.BUCKETS.ndjson.zst`. What is
 * reported about the same time goes into one object, because each costs a request.
 */
export interface Inbox {
  /** Resolves when the plays are stored. */
  append(property: string, plays: readonly NumberedPlay[]): Promise<void>
  /** Stores what waits. */
  flush(): Promise<void>
}

/** Repetitions meet in the same bucket: a day is compacted bucket by bucket. */
export const bucketCount = 8
const bucketOf = (id: string): number => crc32(id) % bucketCount

export interface InboxObject {
  readonly name: string
  /** Those its plays belong to. */
  readonly buckets: readonly number[]
}

interface Batch {
  readonly property: string
  readonly day: string
  readonly lines: string[]
  bytes: number
  buckets: number
  readonly stored: PromiseWithResolvers<void>
}

const lingerMs = 250
const maxBytes = 8 * 1024 * 1024
const compress = promisify(zstdCompress)

export function lakeInbox(objects: Pick<Objects, 'put'>): Inbox {
  const waiting = new Map<string, Batch>()
  const save = async (key: string): Promise<void> => {
    const batch = waiting.get(key)
    if (!batch) return
    waiting.delete(key)
    try {
      await objects.put(nameOf(batch), await compress(batch.lines.join('')))
      batch.stored.resolve()
    } catch (error) {
      batch.stored.reject(error)
    }
  }
  const open = (key: string, property: string, day: string): Batch => {
    const batch = { property, day, lines: [], bytes: 0, buckets: 0, stored: Promise.withResolvers<void>() }
    waiting.set(key, batch)
    setTimeout(() => {
      if (waiting.get(key) === batch) void save(key)
    }, lingerMs)
    return batch
  }
  return {
    async append(property, plays) {
      const batches = new Set<Batch>()
      for (const play of plays) {
        const day = dayOf(play.atMs)
        const key = `${property} ${day}`
        const batch = waiting.get(key) ?? open(key, property, day)
        const bucket = bucketOf(play.id)
        const line = lineOf(property, play, bucket)
        batch.lines.push(line)
        batch.bytes += line.length
        batch.buckets |= 1 << bucket
        batches.add(batch)
        if (batch.bytes >= maxBytes) void save(key)
      }
      await Promise.all([...batches].map(({ stored }) => stored.promise))
    },
    async flush() {
      await Promise.all([...waiting.keys()].map(save))
    },
  }
}

const lineOf = (property: string, play: NumberedPlay, bucket: number): string => {
  const { id, atMs, series, territory, source, model, playedMs } = play
  return `${JSON.stringify({ property, id, at_ms: atMs, series, territory, source, model, played_ms: playedMs, bucket })}\n`
}

const nameOf = ({ property, day, buckets }: Batch): string =>
  `inbox/property=${encodeURIComponent(property)}/day=${day}/${Date.now()}-${randomUUID()}.${buckets.toString(16)}.ndjson.zst`

/** What waits to be counted, by day. */
export async function listInbox(objects: Pick<Objects, 'list'>): Promise<ReadonlyMap<string, readonly InboxObject[]>> {
  const found = new Map<string, InboxObject[]>()
  for await (const name of objects.list('inbox/')) {
    const [, day, mask] = /\/day=(\d{4}-\d\d-\d\d)\/[\w-]+\.([0-9a-f]+)\.ndjson\.zst$/.exec(name) ?? []
    if (day === undefined || mask === undefined) continue
    const bits = Number.parseInt(mask, 16)
    const buckets = Array.from({ length: bucketCount }, (_, bucket) => bucket).filter((bucket) => bits & (1 << bucket))
    const ofDay = found.get(day) ?? []
    ofDay.push({ name, buckets })
    found.set(day, ofDay)
  }
  return found
}
