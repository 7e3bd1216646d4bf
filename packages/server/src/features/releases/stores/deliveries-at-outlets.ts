import type { Database, Transaction } from '../../../platform/database/sql.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Reviewer } from '../model/reviewer.ts'
import { startRetry } from './retry-failed.ts'
import { countHeld, type FailedAt, findOutletFigures, type OutletFigures } from './store-queries.ts'

/** What happened to deliveries at outlets, over all accounts, for the operator. */
export interface DeliveriesAtOutlets {
  describe(outletIds: readonly string[]): Promise<readonly OutletFigures[]>
  /** How many releases the outlet may have, or is about to get: at most `most`. */
  countHeld(trx: Transaction, outletId: string, most: number): Promise<number>
  /** Starts a job that tries again what failed for this reason. Answers how many deliveries that are. */
  retry(failed: FailedAt, by: Reviewer): Promise<number>
}

interface Options {
  readonly database: Database
  readonly jobs: Jobs
}

export const deliveriesAtOutlets = ({ database, jobs }: Options): DeliveriesAtOutlets => ({
  describe: (outletIds) => findOutletFigures(database.system, outletIds),
  countHeld,
  retry: (failed, by) => startRetry({ database, jobs }, failed, by),
})
