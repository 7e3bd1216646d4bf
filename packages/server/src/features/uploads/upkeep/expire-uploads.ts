import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../../platform/jobs/jobs.ts'
import { type BacklogWork, sharedBacklog } from '../../../platform/jobs/shared-backlog.ts'
import { workThrough } from '../../../platform/jobs/work-through.ts'
import type { Log } from '../../../platform/logging/log.ts'
import {
  deleteExpired,
  listOverdue,
  lockFreeUpload,
  markExpired,
  postpone,
  type UploadId,
  type UploadRef,
  type WaitingUpload,
} from '../model/upload-queries.ts'
import { removeBytes } from '../terminate-upload.ts'

/** Uploads that were not continued or used in time lose their bytes; a week later their rows are deleted. */

const expireUploads = defineJob<BacklogWork>('expireUploads')

export interface ExpiryDependencies {
  readonly database: Database
  readonly blobs: Blobs
  readonly jobs: Jobs
  readonly isUploadInUse: (trx: TenantTransaction, id: UploadId) => Promise<boolean>
  readonly unusedExpiry: () => Date
  readonly now: () => Date
  readonly log: Log
}

const goneForMs = 7 * 24 * 60 * 60_000
const deletedAtOnce = 1_000
/** Ends shortly before the next run. */
const budgetMs = 9 * 60_000

export const expiryJob = (dependencies: ExpiryDependencies): JobHandler =>
  jobHandler({
    job: expireUploads,
    cron: '*/10 * * * *',
    lane: 'upkeep',
    async handle(work) {
      const { database, now, log } = dependencies
      await workThrough<WaitingUpload>({
        ...sharedBacklog(dependencies, expireUploads, work),
        budgetMs,
        list: (after) => listOverdue(database.system, now(), after),
        handle: (ref) =>
          expire(dependencies, ref).catch((error: unknown) =>
            log.warn('uploads.expire_failed', { uploadId: ref.id, error }),
          ),
      })
      const goneBefore = new Date(now().getTime() - goneForMs)
      while ((await deleteExpired(database.system, goneBefore, deletedAtOnce)) === deletedAtOnce);
    },
  })

/** The row is locked while its use is checked: a release that is being created either finds it expired or keeps it. */
async function expire(
  { database, blobs, isUploadInUse, unusedExpiry, now, log }: ExpiryDependencies,
  { accountId, id }: UploadRef,
): Promise<void> {
  const isExpired = await database.tenantTransaction(accountId, async (trx) => {
    // The process that holds it expires it too, or writes to it: the next run checks again.
    const row = await lockFreeUpload(trx, id)
    if (!row?.expiresAt || row.expiresAt > now() || row.status === 'expired') return false
    if (await isUploadInUse(trx, id)) {
      await postpone(trx, id, unusedExpiry())
      return false
    }
    await markExpired(trx, id, now())
    return true
  })
  if (!isExpired) return
  await removeBytes({ blobs, log }, id)
  log.info('uploads.expired', { uploadId: id })
}
