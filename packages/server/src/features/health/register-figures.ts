import { statfs } from 'node:fs/promises'
import type { Blobs, TempRoom } from '../../platform/blobs/blobs.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Sql } from '../../platform/database/sql.ts'
import { readReplication, readReplicationLag, readTimeline } from '../../platform/database/standby/replication.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { countJobs, countOpenDeliveries, countWaitingReviews } from './health-queries.ts'

export interface FiguresOptions {
  readonly metrics: Metrics
  readonly system: Sql
  /** The pool of connections of this process. */
  readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }
  readonly notifications: Pick<Notifications, 'isConnected'>
  readonly blobs: Pick<Blobs, 'tempRooms'>
  readonly dataDir: string
}

/** What is open and what is scarce. Read when it is scraped; a metric that cannot be read is left out. */
export function registerFigures({ metrics, system, pool, notifications, blobs, dataDir }: FiguresOptions): void {
  // Read first: the statements of the figures below take connections themselves.
  metrics.gauges('spindle_database_connections', () => ({
    idle: pool.idleCount,
    in_use: pool.totalCount - pool.idleCount,
    waiting: pool.waitingCount,
  }))
  metrics.gauge('spindle_notifications_connected', () => Number(notifications.isConnected()))
  registerReplication({ metrics, system })
  metrics.gauges('spindle_jobs', async () => {
    const { waiting, running, failed } = await countJobs(system)
    return { waiting, running, failed }
  })
  metrics.gauge('spindle_oldest_job_age_seconds', async () => (await countJobs(system)).oldestSeconds)
  metrics.gauges('spindle_deliveries', () => countOpenDeliveries(system))
  metrics.gauge('spindle_reviews_waiting', () => countWaitingReviews(system))
  metrics.gauge('spindle_filesystem_avail_bytes', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  })
  metrics.gauge('spindle_filesystem_size_bytes', async () => {
    const { blocks, bsize } = await statfs(dataDir)
    return blocks * bsize
  })
  const readRooms = (member: keyof TempRoom) => () =>
    Object.fromEntries(Object.entries(blobs.tempRooms?.() ?? {}).map(([use, room]) => [use, room[member]]))
  metrics.gauges('spindle_temp_used_bytes', readRooms('usedBytes'))
  metrics.gauges('spindle_temp_limit_bytes', readRooms('limitBytes'))
  metrics.gauges('spindle_temp_waiting', readRooms('waiting'))
}

function registerReplication({ metrics, system }: Pick<FiguresOptions, 'metrics' | 'system'>): void {
  metrics.gauge('spindle_database_sync_standby', async () => Number((await readReplication(system.row)).hasSyncStandby))
  metrics.gauge('spindle_database_replication_lag_bytes', () => readReplicationLag(system.row))
  metrics.gauge('spindle_database_timeline', () => readTimeline(system.row))
}
