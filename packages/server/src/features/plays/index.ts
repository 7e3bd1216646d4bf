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
import { feedService } from './feed/service.ts'
import { retentionJob } from './retention-job.ts'
import { playFolding } from './rollups/fold-plays.ts'
import { bindPlays } from './routes.ts'
import { generateSandboxPlays, type SandboxRequest } from './sandbox/generate-sandbox-plays.ts'
import { playsService } from './service.ts'
import { playStore } from './store.ts'

export type { RollupFilters, RollupQuery } from './rollups/choose-rollup.ts'
export { listPlaySources, type RollupRows, readRollups, type SourceRow } from './rollups/store.ts'
export type { SandboxRequest } from './sandbox/generate-sandbox-plays.ts'

/** What a verified property does: it follows its feed, fetches audio and reports plays. */
export interface PlaysFeature extends Feature {
  /** Makes plays up for a release, marked as sandbox in every answer. Answers how many were added. */
  generateSandboxPlays(request: SandboxRequest): Promise<number>
  /** Sends every property through its whole feed again; for operators, after the database went back in time. */
  restartFeed(reason: string): Promise<void>
  /** Brings the roll-ups up to date now. */
  fold(): Promise<void>
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
  const plays = playsService({
    store,
    clock,
    metrics,
    retentionDays,
    // Half the connections at most, so that a flood of plays leaves the others theirs.
    queue: concurrencyLimit(Math.min(4, Math.ceil(config.databasePool / 2))),
    onStored: folding.soon,
  })
  const feed = feedService({ database, uploads, publicUrl: config.publicUrl })
  return {
    jobs: [folding.handler, retentionJob({ store, clock, log, retentionDays })],
    generateSandboxPlays: (request) =>
      generateSandboxPlays({ database, clock, store, retentionDays, onStored: folding.soon }, request),
    restartFeed: feed.restart,
    fold: folding.run,
    bind: (http) => bindPlays(http, { plays, feed, maxBytesInFlight }),
    close: folding.close,
  }
}
