import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { StorageDependencies } from '../storage/claim-storage.ts'
import { sweepStorage } from '../storage/sweep-storage.ts'

const sweepUploads = defineJob<Record<string, never>>('sweepUploads')

/** Every night, and what it found as gauges. */
export function sweepJob({ metrics, ...storage }: StorageDependencies & { readonly metrics: Metrics }): JobHandler {
  let missing = 0
  let orphans = 0
  metrics.gauge('spindle_uploads_without_bytes', () => missing)
  metrics.gauge('spindle_uploads_orphans_held', () => orphans)
  return jobHandler({
    job: sweepUploads,
    cron: '17 3 * * *',
    async handle() {
      const report = await sweepStorage(storage, { isConfirmed: false })
      missing = report.missing
      orphans = report.held ? report.orphans : 0
    },
  })
}
