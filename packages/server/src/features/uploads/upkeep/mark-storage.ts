import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import { advanceMark, type StorageDependencies } from '../storage/claim-storage.ts'

const markStorage = defineJob<Record<string, never>>('markStorage')

/**
 * Every ten minutes a counter grows in storage and database: after a restore, the older one is behind by at least one.
 */
export const markJob = (storage: StorageDependencies): JobHandler =>
  jobHandler({
    job: markStorage,
    cron: '*/10 * * * *',
    handle: async () => void (await advanceMark(storage)),
  })
