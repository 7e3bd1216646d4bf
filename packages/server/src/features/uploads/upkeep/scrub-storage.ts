import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { countProblems, findScrubProgress } from '../scrub/scrub-queries.ts'
import { type Scrubbing, scrubShare } from '../scrub/scrub-uploads.ts'

const scrubStorage = defineJob<Record<string, never>>('scrubStorage')

export interface ScrubJobDependencies extends Scrubbing {
  readonly metrics: Metrics
  /** Undefined if the scrub is off. */
  readonly days: number | undefined
  /** Aborted when this process stops. */
  readonly stopping: AbortSignal
}

/** Ends shortly before the next run. */
const budgetMs = 8 * 60_000
/** At most a quarter of the time of one disk: other readers wait for one file, never for two. */
const restFactor = 3

/** Every ten minutes a part of the daily share, with the results as gauges. */
export function scrubJob({ metrics, days, stopping, ...scrubbing }: ScrubJobDependencies): JobHandler {
  const { system, now, log } = scrubbing
  metrics.gauges('spindle_scrub_problems', () => countProblems(system))
  if (days !== undefined) {
    metrics.gauge('spindle_scrub_period_seconds', () => days * 24 * 60 * 60)
    metrics.gauge('spindle_scrub_oldest_unread_seconds', async () => {
      const progress = await findScrubProgress(system)
      if (!progress?.ranAt) return undefined
      return Math.max(0, (now().getTime() - (progress.oldestAt ?? now()).getTime()) / 1000)
    })
  }
  return jobHandler({
    job: scrubStorage,
    cron: '*/10 * * * *',
    lane: 'upkeep',
    async handle() {
      if (days === undefined) return
      await scrubShare(scrubbing, { days, budgetMs, restFactor, signal: stopping }).catch((error: unknown) => {
        // The next run continues: an unreachable storage is not damage, and a stopping process is not a failure.
        if (!stopping.aborted) log.warn('uploads.scrub_stopped', { error })
      })
    },
  })
}
