import { addDays } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/sql.ts'
import { createDayPartition, dropDayPartition, listDayPartitions } from './store.ts'

/** The partitions of the raw plays: there before an event of the day arrives, gone when their time is over. */
export interface DayPartitions {
  /** Makes what is missing for these days (`YYYY-MM-DD`). */
  ensure(days: Iterable<string>): Promise<void>
  /** Drops every day before this one. */
  dropBefore(day: string): Promise<readonly string[]>
}

export function dayPartitions(database: Database): DayPartitions {
  const known = new Set<string>()
  return {
    async ensure(days) {
      for (const day of days) {
        if (known.has(day)) continue
        await createDayPartition(database, day, addDays(day, 1))
        known.add(day)
      }
    },
    async dropBefore(first) {
      const old = (await listDayPartitions(database.system)).filter((day) => day < first)
      for (const day of old) {
        known.delete(day)
        await dropDayPartition(database.system, day)
      }
      return old
    },
  }
}
