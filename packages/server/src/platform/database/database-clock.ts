import { type Clock, systemClock } from '../clock.ts'
import type { Sql } from './sql.ts'

/**
 * The time of the database: the clock of this machine, corrected by the measured difference. All nodes use it, so a
 * lease ends, a key expires and a delivery is due at the same moment everywhere, even if their clocks differ.
 */
export interface DatabaseClock extends Clock {
  /** How far the machine's clock is ahead, as last measured; negative if it is behind. */
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
      // The clock counts whole milliseconds, without the current fraction.
      const after = machine.now() + 1
      if (row) skewMs = estimateSkew({ before, after, there: row.ms })
      return skewMs
    },
  }
}

/** The clock that the hub uses, and its measurement. The clock of a test is used as it is. */
export function clocksFrom({ clock, machineClock = systemClock }: { clock?: Clock; machineClock?: Clock }) {
  const followed = databaseClock(machineClock)
  return { clock: clock ?? followed, databaseClock: followed }
}

interface Reading {
  readonly before: number
  readonly after: number
  /** The time that the other clock returned in between. */
  readonly there: number
}

/** It is unknown when exactly the other clock was read: only a time outside the interval is certainly a difference. */
export function estimateSkew({ before, after, there }: Reading): number {
  if (there < before) return Math.round(before - there)
  return there > after ? Math.round(after - there) : 0
}
