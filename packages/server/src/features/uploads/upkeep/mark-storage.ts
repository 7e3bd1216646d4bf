import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import { advanceMark, type StorageDependencies } from '../storage/claim-storage.ts'

const markStorage = defineJob<Record<string, never>>('markStorage')

/** Every ten minutes storage and database count on together: whichever went back in time is behind by that at least. */
export const markJob = (storage: StorageDependencies): JobHandler =>
  jobHandler({
    job: markStorage,
    cron: '*/10 * * * *',
    handle: async () => void (await advanceMark(storage)),
  })
