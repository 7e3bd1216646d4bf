import type { Database } from '../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../platform/jobs/jobs.ts'
import { forgetAllRecords, forgetOldRecords } from './record-queries.ts'

/** For a hub whose secret is lost: stored answers are sealed with it. */
export const forgetAnswers = (database: Database): Promise<void> => database.transaction(forgetAllRecords)

/** Hourly: stored answers are promised for a day and must not pile up. Nothing is there to do but once a day. */
export const pruneIdempotency = (database: Database): JobHandler =>
  jobHandler({
    job: defineJob<unknown>('pruneIdempotencyRecords'),
    cron: '17 * * * *',
    handle: async () => {
      await database.transaction(forgetOldRecords)
    },
  })
