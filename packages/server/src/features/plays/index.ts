import { limits } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { IntegrationFeature } from '../integration/index.ts'
import type { Previews } from '../previews/index.ts'
import type { Renditions } from '../renditions/index.ts'
import type { StoredUploads } from '../uploads/index.ts'
import { type PropertyActivity, propertyActivity } from './activity/property-activity.ts'
import { openArchive } from './export/open-archive.ts'
import { findLongestFeedWait } from './feed/feed-queries.ts'
import { feedStreams } from './feed/feed-streams.ts'
import { feedService } from './feed/service.ts'
import { signedAddresses } from './feed/signed-addresses.ts'
import { openLedger } from './ledger/open-ledger.ts'
import { findReportableTracks } from './reportable-tracks-queries.ts'
import { retentionJob } from './retention-job.ts'
import { findFoldLagSeconds } from './rollups/fold-lag-queries.ts'
import { playFolding } from './rollups/fold-plays.ts'
import { monthJob } from './rollups/month-job.ts'
import { bindPlays } from './routes.ts'
import { generateSandboxHistory, type HistoryRequest } from './sandbox/generate-sandbox-history.ts'
import { generateSandboxPlays, type SandboxRequest } from './sandbox/generate-sandbox-plays.ts'
import { playsService } from './service.ts'

export { insertFeedTimeline, insertRestoredFeedTimeline } from './feed/feed-queries.ts'
export { checkLedger } from './ledger/check-ledger.ts'
export { hasFeedEntries, isCounted, renumberArrived } from './rollups/arrival-queries.ts'
export type { RollupFilters, RollupQuery } from './rollups/choose-rollup.ts'
export { lockLaneOfTenant } from './rollups/fold-queries.ts'
export { findNames } from './rollups/names-queries.ts'
export {
  countRollups,
  listPlaySources,
  type RollupRequest,
  type RollupRows,
  readRollups,
  type SourceRow,
} from './rollups/rollup-queries.ts'
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
  /** When each property was last active. */
  readonly activity: Pick<PropertyActivity, 'find'>
}

export interface PlaysOptions {
  readonly config: Config
  readonly database: Database
  readonly storedUploads: Pick<StoredUploads, 'openForReading' | 'findUrl'>
  readonly previews: Pick<Previews, 'openImage'>
  readonly renditions: Pick<Renditions, 'find' | 'openMp3'>
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly integration: Pick<IntegrationFeature, 'findSigningKeys'>
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
}

const maxBytesInFlight = 8 * limits.maxPlaysBytes

function playsFeature(options: PlaysOptions): PlaysFeature {
  const {
    config,
    database,
    storedUploads: uploads,
    previews,
    renditions,
    jobs,
    clock,
    log,
    metrics,
    isHeld,
    integration,
  } = options
  const folding = playFolding({ database, jobs, log })
  const ledger = openLedger({ config, database, jobs, log, metrics, onCounted: folding.soon })
  metrics.gauge('spindle_plays_fold_lag_seconds', () => findFoldLagSeconds(database.system))
  metrics.gauge('spindle_feed_lock_wait_seconds', () => findLongestFeedWait(database.system))
  const retentionDays = config.playsRetentionDays
  const archive = openArchive(config, { ledger, metrics })
  const activity = propertyActivity({ database, clock, log })
  const plays = playsService({
    ledger,
    clock,
    metrics,
    retentionDays,
    findReportableTracks: (property, ids) => findReportableTracks(database.system, property, ids),
    onReport: activity.notePlays,
  })
  const addresses = signedAddresses({
    publicUrl: config.publicUrl,
    lifeSeconds: config.signedAddressSeconds,
    clock,
    findSigningKeys: integration.findSigningKeys,
  })
  const feed = feedService({
    database,
    uploads,
    previews,
    renditions,
    addresses,
    publicUrl: config.publicUrl,
    isHeld,
    onRead: activity.noteFeed,
  })
  const streams = feedStreams({ system: database.system, log, isHeld, findSigningKeys: integration.findSigningKeys })
  return {
    jobs: [
      ...ledger.jobs,
      ...folding.handlers,
      monthJob({ database, clock }),
      retentionJob({ ledger, clock, log, retentionDays, archive }),
    ],
    generateSandboxPlays: (request) => generateSandboxPlays({ database, clock, ledger, retentionDays }, request),
    generateSandboxHistory: (request) => generateSandboxHistory({ database, clock, onStored: folding.soon }, request),
    restartFeed: feed.restart,
    async fold() {
      await ledger.count()
      await folding.run()
    },
    activity,
    start: activity.start,
    bind: (http) =>
      bindPlays(http, {
        plays: { report: (property, items) => folding.during(() => plays.report(property, items)) },
        feed,
        streams,
        addresses,
        isHeld,
        maxBytesInFlight,
      }),
    drain: () => streams.drain(),
    async close() {
      await ledger.close()
      await archive?.close()
      folding.close()
      await activity.close()
    },
  }
}

export const plays = defineFeature({
  name: 'plays',
  needs: [
    'config',
    'database',
    'storedUploads',
    'previews',
    'renditions',
    'jobs',
    'clock',
    'log',
    'metrics',
    'isHeld',
    'integration',
  ],
  make: playsFeature,
})
