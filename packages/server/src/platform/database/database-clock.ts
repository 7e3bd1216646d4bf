import { type Clock, systemClock } from '../clock.ts'
import type { Sql } from './sql.ts'

/**
 * The time of the database, read from the machine's clock and how far that is ahead. All nodes go by it: when a lease
 * ends, a key expires or a delivery is due is the same moment everywhere, whatever their own clocks say.
 */
export interface DatabaseClock extends Clock {
  /** How far the machine is ahead, as measured last; behind is less than nothing. */
  skewMs(): number
  measure(system: Pick<Sql, 'readRow'>): Promise<number>
}

export function databaseClock(machine: Clock): DatabaseClock {
  let skewMs = 0
  return {
    now: () => machine.now() - skewMs,
    skewMs: () => skewMs,
    async measure(system) {
      const before = machine.now()
      const row = await system.readRow<{ ms: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
      )
      // It counts whole milliseconds, and leaves out the one that has begun.
      const after = machine.now() + 1
      if (row) skewMs = estimateSkew({ before, after, there: row.ms })
      return skewMs
    },
  }
}

/** What a hub is given: the time it goes by, and its measure. A clock of a test goes by itself. */
export function clocksFrom({ clock, machineClock = systemClock }: { clock?: Clock; machineClock?: Clock }) {
  const followed = databaseClock(machineClock)
  return { clock: clock ?? followed, databaseClock: followed }
}

interface Reading {
  readonly before: number
  readonly after: number
  /** What the other clock said in between. */
  readonly there: number
}

/** Nobody knows when in between it was read: only what lies outside is a difference for certain. */
export function estimateSkew({ before, after, there }: Reading): number {
  if (there < before) return Math.round(before - there)
  return there > after ? Math.round(after - there) : 0
}
