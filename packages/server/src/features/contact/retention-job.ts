import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import { dayMs } from '../../platform/values/calendar.ts'
import { deleteMessagesBefore } from './contact-queries.ts'

export interface ContactRetentionOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly retentionDays: number
}

/** Daily: names and addresses of people are not kept for longer than they are needed. */
export const contactRetentionJob = ({ database, clock, log, retentionDays }: ContactRetentionOptions): JobHandler =>
  jobHandler({
    job: defineJob<object>('deleteOldContactMessages'),
    cron: '41 3 * * *',
    async handle() {
      const count = await deleteMessagesBefore(database.system, new Date(clock.now() - retentionDays * dayMs))
      if (count > 0) log.info('contact.messages_deleted', { count })
    },
  })
