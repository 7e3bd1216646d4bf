import type { TableProblem } from '@spindle/contract'
import type { Database, Transaction } from '../../platform/database/sql.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { findFault, readHead, readRecords, toProblems, toSavedColumns } from '../imports/index.ts'
import { type RecordReader, ReportRefused } from '../reports/index.ts'
import { readOldCatalog } from './read-old-catalog.ts'
import { findWaiting, insertOldReleases, lockTransfer, refuseTransfer, saveColumns } from './transfer-queries.ts'

/** Reads the table of a transfer in the sandbox, and stores it whole in one transaction. */

export interface TransferJob {
  readonly accountId: AccountId
  readonly transferId: string
}

export const readTransfer = defineJob<TransferJob>('readTransfer')

/** The tables of an account are read one at a time. */
export const enqueueReading = (jobs: Jobs, trx: Transaction, job: TransferJob): Promise<void> =>
  jobs.enqueue(trx, readTransfer, job, {
    queue: `transfers:${job.accountId}`,
    key: `transfer:${job.transferId}`,
  })

export interface TransferJobOptions {
  readonly database: Database
  readonly reader: Pick<RecordReader, 'read'>
}

export const transferReader =
  ({ database, reader }: TransferJobOptions) =>
  async ({ accountId, transferId }: TransferJob): Promise<void> => {
    const waiting = await findWaiting(database.tenant(accountId), transferId)
    if (!waiting) return
    const read = await readRecords({ reader }, waiting.content, waiting)
    await database.tenantTransaction(accountId, async (trx) => {
      if ((await lockTransfer(trx, transferId))?.status !== 'waiting') return
      const refuse = (problems: readonly TableProblem[]) => refuseTransfer(trx, transferId, problems)
      if (read instanceof ReportRefused) return refuse(toProblems(read))
      const columns = readHead(read.head, waiting)
      const { ignored, suggested } = toSavedColumns(read.head, columns)
      const fault = findFault(read.head, columns)
      const old = fault === undefined ? readOldCatalog(read, columns) : undefined
      const unread = ignored.filter((name) => name !== old?.lengthColumn)
      await saveColumns(trx, transferId, { ignored: unread, suggested })
      if (old === undefined || old.problems.length > 0) return refuse(fault ? [fault] : (old?.problems ?? []))
      await insertOldReleases(trx, transferId, old.releases)
    })
  }
