import type { Clock } from '../../platform/clock.ts'
import { defineJob, type JobHandler, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import { addDays, dayOf } from '../../platform/values/calendar.ts'
import type { PlayArchive } from './export/play-archive.ts'
import type { PlaysLedger } from './ledger/plays-ledger.ts'

/** Makes the days ahead, exports those that are over, and drops those whose time is over. The roll-ups stay. */

const keepPlays = defineJob<object>('keepPlays')

/** Most of what is reported late has come by then. What comes later is exported before the day is dropped. */
const daysBeforeExport = 3

export interface RetentionJobOptions {
  readonly ledger: PlaysLedger
  readonly clock: Clock
  readonly log: Log
  readonly retentionDays: number
  /** Undefined: raw plays are not exported. */
  readonly archive: PlayArchive | undefined
}

export function retentionJob({ ledger, clock, log, retentionDays, archive }: RetentionJobOptions): JobHandler {
  return jobHandler({
    job: keepPlays,
    cron: '7 */6 * * *',
    lane: 'plays',
    async handle() {
      const today = dayOf(clock.now())
      await ledger.prepareDays([today, addDays(today, 1), addDays(today, 2)])
      await ledger.count()
      const firstKept = addDays(today, -retentionDays)
      // A day that cannot be exported is not dropped either: the job ends here and is tried again.
      for (const day of archive ? await ledger.listDaysBefore(addDays(today, -daysBeforeExport)) : [])
        if (await archive?.exportDay(day, day < firstKept)) log.info('plays.day_exported', { day })
      const dropped = await ledger.dropDaysBefore(firstKept)
      if (dropped.length > 0) log.info('plays.days_deleted', { days: dropped })
    },
  })
}
