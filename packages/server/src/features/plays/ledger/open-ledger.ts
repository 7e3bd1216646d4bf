import type { Config } from '../../../config/config.ts'
import { objectsFrom } from '../../../platform/blobs/blobs-from-config.ts'
import { concurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { clickHouse } from './clickhouse/clickhouse.ts'
import { clickHouseLedger } from './clickhouse/clickhouse-ledger.ts'
import { duckDb } from './lake/duckdb.ts'
import { lakeLedger } from './lake/lake-ledger.ts'
import { pgLedger } from './pg/pg-ledger.ts'
import type { PlaysLedger } from './plays-ledger.ts'
import { workFolderOf } from './work-folder.ts'

export interface LedgerOptions {
  readonly config: Pick<Config, 'plays' | 'clickHouse' | 'blobs' | 'dataDir' | 'databasePool'>
  readonly database: Database
  readonly jobs: Jobs
  readonly log: Log
  readonly metrics: Pick<Metrics, 'observeStoreRequest'>
  /** Called when plays were counted that are not in the roll-ups yet. */
  onCounted(): void
}

/** The ledger that the configuration names. */
export function openLedger({ config, metrics, onCounted, ...infrastructure }: LedgerOptions): PlaysLedger {
  const { database } = infrastructure
  // Half the connections at most, so that a flood of plays leaves the others theirs.
  const queue = concurrencyLimit(Math.min(4, Math.ceil(config.databasePool / 2)))
  const pg = pgLedger({ database, queue, onCounted })
  if (config.plays === 'pg') return pg
  if (config.clickHouse)
    return clickHouseLedger({ ...infrastructure, clickHouse: clickHouse(config.clickHouse), earlier: pg, onCounted })
  const objects = objectsFrom({ ...config, onStoreRequest: metrics.observeStoreRequest }, 'plays')
  const workFolder = workFolderOf(config)
  return lakeLedger({ ...infrastructure, objects, duck: duckDb(), workFolder, earlier: pg, onCounted })
}
