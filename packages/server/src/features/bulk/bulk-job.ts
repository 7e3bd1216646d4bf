import type { Transaction } from '../../platform/database/sql.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { AccountId } from '../../platform/values/ids.ts'

/** A turn of an account: a few releases of its oldest running job. */
export const bulkTurn = defineJob<{ readonly accountId: AccountId }>('bulkTurn')

/** An account has one turn at a time, which comes after the turns that other accounts wait for. */
export const enqueueTurn = (jobs: Jobs, trx: Transaction, accountId: AccountId): Promise<void> =>
  jobs.enqueue(trx, bulkTurn, { accountId }, { key: `bulk:${accountId}`, queue: `bulk:${accountId}` })
