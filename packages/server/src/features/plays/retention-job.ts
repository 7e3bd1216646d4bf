import { addDays, dayOf } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { defineJob, type JobHandler, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { PlayStore } from './store.ts'

/** Makes the days ahead and drops those whose time is over. The roll-ups stay. */

const keepPlays = defineJob<object>('keepPlays')

export interface RetentionJobOptions {
  readonly store: PlayStore
  readonly clock: Clock
  readonly log: Log
  readonly retentionDays: number
}

export function retentionJob({ store, clock, log, retentionDays }: RetentionJobOptions): JobHandler {
  return jobHandler({
    job: keepPlays,
    cron: '7 */6 * * *',
    async handle() {
      const today = dayOf(clock.now())
      await store.ensureDays([today, addDays(today, 1), addDays(today, 2)])
      const dropped = await store.dropDaysBefore(addDays(today, -retentionDays))
      if (dropped.length > 0) log.info('plays.days_deleted', { days: dropped })
    },
  })
}
