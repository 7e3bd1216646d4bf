import { statfs } from 'node:fs/promises'
import type { Sql } from '../../platform/database/sql.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { countJobs, countOpenDeliveries, countWaitingReviews } from './store.ts'

export interface FiguresOptions {
  readonly metrics: Metrics
  readonly system: Sql
  /** The pool of connections of this process. */
  readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }
  readonly dataDir: string
}

/** What is open and what is scarce. Read when it is asked for; a figure that cannot be read is left out. */
export function registerFigures({ metrics, system, pool, dataDir }: FiguresOptions): void {
  // Read first: the statements of the figures below take connections themselves.
  metrics.gauges('spindle_database_connections', 'Connections of this process, and who waits for one', 'state', () => ({
    idle: pool.idleCount,
    in_use: pool.totalCount - pool.idleCount,
    waiting: pool.waitingCount,
  }))
  metrics.gauges('spindle_jobs', 'Jobs that wait, run, or have failed for good', 'state', async () => {
    const { waiting, running, failed } = await countJobs(system)
    return { waiting, running, failed }
  })
  metrics.gauges(
    'spindle_oldest_job_age_seconds',
    'How long the oldest due job has been waiting',
    undefined,
    async () => ({
      '': (await countJobs(system)).oldestSeconds,
    }),
  )
  metrics.gauges('spindle_deliveries', 'Deliveries that are neither live nor taken down', 'status', () =>
    countOpenDeliveries(system),
  )
  metrics.gauges('spindle_reviews_waiting', 'Releases that wait for a review', undefined, async () => ({
    '': await countWaitingReviews(system),
  }))
  metrics.gauges('spindle_filesystem_avail_bytes', 'Free bytes where the data directory is', undefined, async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return { '': bavail * bsize }
  })
  metrics.gauges(
    'spindle_filesystem_size_bytes',
    'Bytes of the file system of the data directory',
    undefined,
    async () => {
      const { blocks, bsize } = await statfs(dataDir)
      return { '': blocks * bsize }
    },
  )
}
