import { limits } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import { concurrencyLimit } from '../../platform/concurrency-limit.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Uploads } from '../uploads/index.ts'
import { type PropertyActivity, propertyActivity } from './activity/property-activity.ts'
import { feedService } from './feed/service.ts'
import { retentionJob } from './retention-job.ts'
import { playFolding } from './rollups/fold-plays.ts'
import { bindPlays } from './routes.ts'
import { generateSandboxHistory, type HistoryRequest } from './sandbox/generate-sandbox-history.ts'
import { generateSandboxPlays, type SandboxRequest } from './sandbox/generate-sandbox-plays.ts'
import { playsService } from './service.ts'
import { playStore } from './store.ts'

export type { RollupFilters, RollupQuery } from './rollups/choose-rollup.ts'
export { findNames } from './rollups/names-store.ts'
export { listPlaySources, type RollupRequest, type RollupRows, readRollups, type SourceRow } from './rollups/store.ts'
export type { SandboxRequest } from './sandbox/generate-sandbox-plays.ts'

/** What a verified property does: it follows its feed, fetches audio and reports plays. */
export interface PlaysFeature extends Feature {
  /** Makes plays up for a release, marked as sandbox in every answer. Answers how many were added. */
  generateSandboxPlays(request: SandboxRequest): Promise<number>
  /** Makes a past of any length up, counted by day and marked as sandbox. Answers how many plays it has. */
  generateSandboxHistory(request: HistoryRequest): Promise<number>
  /** Sends every property through its whole feed again; for operators, after the database went back in time. */
  restartFeed(reason: string): Promise<void>
  /** Brings the roll-ups up to date now. */
  fold(): Promise<void>
  /** What was heard of properties last. */
  readonly activity: Pick<PropertyActivity, 'find'>
}

export interface PlaysOptions {
  readonly config: Config
  readonly database: Database
  readonly uploads: Pick<Uploads, 'openForReading'>
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

const maxBytesInFlight = 8 * limits.maxPlaysBytes

export function playsFeature({ config, database, uploads, jobs, clock, log, metrics }: PlaysOptions): PlaysFeature {
  const store = playStore(database)
  const folding = playFolding({ database, jobs, log })
  const retentionDays = config.playsRetentionDays
  const activity = propertyActivity({ database, clock, log })
  const plays = playsService({
    store,
    clock,
    metrics,
    retentionDays,
    // Half the connections at most, so that a flood of plays leaves the others theirs.
    queue: concurrencyLimit(Math.min(4, Math.ceil(config.databasePool / 2))),
    onStored: folding.soon,
    onReport: activity.notePlays,
  })
  const feed = feedService({ database, uploads, publicUrl: config.publicUrl, onRead: activity.noteFeed })
  return {
    jobs: [folding.handler, retentionJob({ store, clock, log, retentionDays })],
    generateSandboxPlays: (request) =>
      generateSandboxPlays({ database, clock, store, retentionDays, onStored: folding.soon }, request),
    generateSandboxHistory: (request) => generateSandboxHistory({ database, clock, onStored: folding.soon }, request),
    restartFeed: feed.restart,
    fold: folding.run,
    activity,
    start: activity.start,
    bind: (http) => bindPlays(http, { plays, feed, maxBytesInFlight }),
    async close() {
      folding.close()
      await activity.close()
    },
  }
}
