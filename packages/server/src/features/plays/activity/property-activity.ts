import type { Clock } from '../../../platform/clock.ts'
import { type FlushTimer, flushTimer } from '../../../platform/concurrency/flush-timer.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { type Activity, type ActivityRow, findActivity, saveActivity } from './activity-queries.ts'

/** When each property read its feed and reported plays last; collected, and written every ten seconds or before a reading. */
export interface PropertyActivity extends FlushTimer {
  noteFeed(property: string, position: number): void
  notePlays(property: string): void
  find(properties: readonly string[]): Promise<ActivityRow[]>
}

export interface PropertyActivityOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

export function propertyActivity({ database, clock, log }: PropertyActivityOptions): PropertyActivity {
  let seen = new Map<string, Activity>()
  const note = (property: string, activity: Activity): void =>
    void seen.set(property, { ...seen.get(property), ...activity })
  const flush = async (): Promise<void> => {
    if (seen.size === 0) return
    const taken = seen
    seen = new Map()
    try {
      await saveActivity(database.system, taken)
    } catch (error) {
      for (const [property, activity] of seen) taken.set(property, { ...taken.get(property), ...activity })
      seen = taken
      log.warn('plays.activity_write_failed', { error })
    }
  }
  return {
    ...flushTimer(flush),
    noteFeed: (property, feedPosition) => note(property, { feedReadMs: clock.now(), feedPosition }),
    notePlays: (property) => note(property, { playsMs: clock.now() }),
    async find(properties) {
      await flush()
      return findActivity(database.system, properties)
    },
  }
}
