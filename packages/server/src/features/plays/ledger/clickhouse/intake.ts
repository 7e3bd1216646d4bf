import { AppError } from '@spindle/contract'
import type { Sql } from '../../../../platform/database/sql.ts'
import { dayOf } from '../../../../platform/values/calendar.ts'
import type { NumberedPlay } from '../plays-ledger.ts'
import { markStored, registerBatch } from './batch-queries.ts'
import { type ClickHouse, ClickHouseError } from './clickhouse.ts'
import { table } from './table.ts'

/**
 * Takes plays in. What is reported about the same time goes in as one batch, because ClickHouse makes a part of each
 * insert. A batch has a line in PostgreSQL before it is sent, and its plays are answered for when that line says that
 * ClickHouse has them.
 */
export interface Intake {
  /** Resolves when the plays are stored. */
  append(property: string, plays: readonly NumberedPlay[]): Promise<void>
  /** Stores what waits. */
  flush(): Promise<void>
}

export interface IntakeOptions {
  readonly clickHouse: ClickHouse
  readonly system: Sql
  /** Resolves when there is a table. */
  openTable(): Promise<void>
}

interface Gathered {
  /** Each without its end, which has the number of the batch. */
  readonly lines: string[]
  /** Only the first play of a key: their number shows later whether all of them are there. */
  readonly keys: Set<string>
  readonly days: Set<string>
  bytes: number
  readonly stored: PromiseWithResolvers<void>
}

const lingerMs = 250
const maxBytes = 8 * 1024 * 1024
/** For so long after a failure of ClickHouse, requests do not wait for it, and no batch is made that may be lost. */
const awayMs = 5_000

export function clickHouseIntake({ clickHouse, system, openTable }: IntakeOptions): Intake {
  let gathered: Gathered | undefined
  let awayUntil = 0
  const save = async ({ lines, days, stored }: Gathered): Promise<void> => {
    try {
      const number = await register([...days], lines.length)
      const end = `,"batch":${number}}\n`
      await insert(number, lines.join(end) + end)
      if (!(await markStored(system, number))) throw unavailable(new Error(`batch ${number} took too long`))
      stored.resolve()
    } catch (error) {
      stored.reject(error)
    }
  }
  const register = async (days: readonly string[], plays: number): Promise<number> => {
    await orAway(openTable)
    return registerBatch(system, { days, plays })
  }
  const insert = (number: number, rows: string): Promise<void> =>
    orAway(async () => {
      const settings = { ...durably, insert_deduplication_token: String(number) }
      const send = (): Promise<void> => clickHouse.execute({ text: insertText, settings, rows })
      try {
        await send()
      } catch (error) {
        if (error instanceof ClickHouseError) throw error
        // The answer was lost, if it was not the request: the same rows under the same token are stored once.
        await send()
      }
    })
  const orAway = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError) throw error
      awayUntil = performance.now() + awayMs
      throw unavailable(error)
    }
  }
  const open = (): Gathered => {
    const made: Gathered = {
      lines: [],
      keys: new Set(),
      days: new Set(),
      bytes: 0,
      stored: Promise.withResolvers(),
    }
    gathered = made
    setTimeout(() => close(made), lingerMs)
    return made
  }
  const close = (batch: Gathered): void => {
    if (gathered !== batch) return
    gathered = undefined
    void save(batch)
  }
  return {
    async append(property, plays) {
      if (performance.now() < awayUntil) throw unavailable()
      const batches = new Set<Gathered>()
      for (const play of plays) {
        const batch = gathered ?? open()
        add(batch, property, play)
        batches.add(batch)
        if (batch.bytes >= maxBytes) close(batch)
      }
      await Promise.all([...batches].map(({ stored }) => stored.promise))
    },
    async flush() {
      const last = gathered
      if (!last) return
      close(last)
      await last.stored.promise.catch(() => undefined)
    },
  }
}

function add(batch: Gathered, property: string, play: NumberedPlay): void {
  const { id, atMs, series, territory, source, model, playedMs } = play
  const day = dayOf(atMs)
  const key = `${day} ${property} ${id}`
  if (batch.keys.has(key)) return
  const at = new Date(atMs).toISOString().slice(0, -1)
  const line = JSON.stringify({ property, id, day, at, series, territory, source, model, played_ms: playedMs })
  batch.keys.add(key)
  batch.days.add(day)
  batch.lines.push(line.slice(0, -1))
  batch.bytes += line.length
}

const insertText = `insert into ${table} (property, id, day, at, series, territory, source, model, played_ms, batch) format JSONEachRow`

/** Whatever the server's own settings are: the answer comes when the rows are stored. */
const durably = { async_insert: 0, max_partitions_per_insert_block: 0, insert_deduplicate: 1 }

const unavailable = (cause?: unknown): AppError =>
  new AppError('storage_unavailable', {
    cause,
    detail: 'The hub cannot reach the ClickHouse server for raw plays.',
    retryAfterSeconds: awayMs / 1_000,
  })
