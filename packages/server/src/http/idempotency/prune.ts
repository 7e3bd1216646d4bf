import type { Database } from '../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../platform/jobs/jobs.ts'
import { deleteOldRecords } from './store.ts'

/** Hourly: stored answers are promised for a day and must not pile up. */
export const pruneIdempotency = (database: Database): JobHandler =>
  jobHandler({
    job: defineJob<unknown>('pruneIdempotencyRecords'),
    cron: '17 * * * *',
    handle: async () => {
      await database.transaction(deleteOldRecords)
    },
  })
