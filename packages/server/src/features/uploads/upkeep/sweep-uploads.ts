import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { StorageDependencies } from '../storage/claim-storage.ts'
import { type SweepReport, sweepStorage } from '../storage/sweep-storage.ts'

const sweepUploads = defineJob<Record<string, never>>('sweepUploads')

/** Runs every night, with the results as gauges. */
export function sweepJob({ metrics, ...storage }: StorageDependencies & { readonly metrics: Metrics }): JobHandler {
  let last: SweepReport | undefined
  metrics.gauge('spindle_uploads_without_bytes', () => last?.missing ?? 0)
  metrics.gauge('spindle_uploads_orphans_held', () => (last?.held ? last.orphans : 0))
  metrics.gauge('spindle_uploads_orphans_quarantined', () => last?.quarantined ?? 0)
  metrics.gauge('spindle_blob_multipart_uploads', () => last?.multipartUploads ?? 0)
  return jobHandler({
    job: sweepUploads,
    cron: '17 3 * * *',
    async handle() {
      last = await sweepStorage(storage, { isConfirmed: false })
    },
  })
}
