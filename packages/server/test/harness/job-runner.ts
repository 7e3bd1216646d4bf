import type { PostgresDatabase } from '../../src/platform/database/postgres.ts'
import { type JobHandler, type JobRunner, startJobRunner } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'

/** One worker that polls each second, for tests of its jobs. */
export const startOneWorker = (database: PostgresDatabase, handlers: readonly JobHandler[]): Promise<JobRunner> =>
  startJobRunner({
    database,
    handlers,
    workers: 1,
    pollMs: 1_000,
    log: silentLog,
    metrics: prometheusMetrics(),
  })
