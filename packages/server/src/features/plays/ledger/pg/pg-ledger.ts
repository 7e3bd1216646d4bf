import type { ConcurrencyLimit } from '../../../../platform/concurrency/concurrency-limit.ts'
import { isMissingPartition } from '../../../../platform/database/postgres-errors.ts'
import type { Database, Sql } from '../../../../platform/database/sql.ts'
import { dayMs, dayOf } from '../../../../platform/values/calendar.ts'
import type { ExportedPlay, NumberedPlay, PlaysLedger } from '../plays-ledger.ts'
import { countPlaysOfDay, listPlaysOfDay } from './days-queries.ts'
import { createDayPartition, dropDayPartition, insertPlays, listDayPartitions } from './plays-queries.ts'

export interface PgLedgerOptions {
  readonly database: Database
  /** Inserts wait in it for their turn. */
  readonly queue: ConcurrencyLimit
  /** Called when plays were counted that are not in the roll-ups yet. */
  onCounted(): void
}

/**
 * Raw plays in PostgreSQL: one table with a partition for each UTC day, there before an event of the day arrives and
 * dropped when its time is over. Plays belong to properties, so statements here run on `database.system`, and each is
 * bound to the calling property.
 */
export function pgLedger({ database, queue, onCounted }: PgLedgerOptions): PlaysLedger {
  const knownDays = new Set<string>()
  const prepareDays = async (days: Iterable<string>): Promise<void> => {
    for (const day of days) {
      if (knownDays.has(day)) continue
      await createDayPartition(database, day)
      knownDays.add(day)
    }
  }
  const listDaysBefore = async (first: string): Promise<string[]> =>
    (await listDayPartitions(database.system)).filter((day) => day < first)
  const insert = async (property: string, plays: readonly NumberedPlay[]): Promise<number> => {
    if (plays.length === 0) return 0
    const days = [...new Set(plays.map(({ atMs }) => Math.floor(atMs / dayMs)))].map((day) => dayOf(day * dayMs))
    await prepareDays(days)
    try {
      return await insertPlays(database, property, plays)
    } catch (error) {
      if (!isMissingPartition(error)) throw error
      // Another node dropped a day that this one had made.
      for (const day of days) knownDays.delete(day)
      await prepareDays(days)
      return insertPlays(database, property, plays)
    }
  }
  return {
    async append(property, plays) {
      const accepted = await queue.run(() => insert(property, plays))
      if (accepted > 0) onCounted()
      return { accepted, duplicates: plays.length - accepted }
    },
    count: async () => {},
    prepareDays,
    listDaysBefore,
    // For a day with many millions it takes longer than the statement timeout.
    countPlaysOf: (day) => database.transaction((trx) => countPlaysOfDay(trx, day)),
    readDay: (day) => groupsOf(database.system, day),
    async dropDaysBefore(first) {
      const old = await listDaysBefore(first)
      for (const day of old) {
        knownDays.delete(day)
        await dropDayPartition(database.system, day)
      }
      return old
    },
    jobs: [],
    close: async () => {},
  }
}

const rowsPerGroup = 20_000

async function* groupsOf(sql: Sql, day: string): AsyncGenerator<readonly ExportedPlay[]> {
  let group: readonly ExportedPlay[]
  let last: ExportedPlay | undefined
  do {
    group = await listPlaysOfDay(sql, day, last, rowsPerGroup)
    last = group.at(-1)
    if (last) yield group
  } while (group.length === rowsPerGroup)
}
