import type { Database } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import { workThrough } from '../../../platform/jobs/work-through.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { FinishUpload } from '../finish-upload.ts'
import { findUpload, listUnfinished, type UploadRef, type WaitingUpload } from '../model/upload-queries.ts'
import type { OpenWriters } from '../receiving/open-writers.ts'
import type { UploadLocks } from '../receiving/upload-lock.ts'

/** Finishes uploads that have all their bytes after a crash, if no client returns to do it. */

const finishUploads = defineJob<Record<string, never>>('finishUploads')

export interface FinishJobDependencies {
  readonly database: Database
  readonly locks: UploadLocks
  readonly openWriters: OpenWriters
  readonly finishUpload: FinishUpload
  readonly now: () => Date
  readonly log: Log
}

const unfinishedAfterMs = 60_000
/** Half of the time until the next run. */
const budgetMs = 30_000

export const finishJob = (dependencies: FinishJobDependencies): JobHandler =>
  jobHandler({
    job: finishUploads,
    cron: '* * * * *',
    lane: 'upkeep',
    async handle() {
      const { database, now, log } = dependencies
      const before = new Date(now().getTime() - unfinishedAfterMs)
      await workThrough<WaitingUpload>({
        budgetMs,
        list: (after) => listUnfinished(database.system, before, after),
        handle: (upload) =>
          finishComplete(dependencies, upload).catch((error: unknown) =>
            log.warn('uploads.finish_failed', { uploadId: upload.id, error }),
          ),
      })
    },
  })

/** Does nothing when another process has finished it. */
const finishComplete = (
  { database, locks, openWriters, finishUpload }: FinishJobDependencies,
  { accountId, id }: UploadRef,
): Promise<void> =>
  locks.run({ accountId, id }, { preempt: false }, async () => {
    const row = await findUpload(database.tenant(accountId), id)
    if (row?.status !== 'awaiting_data' || row.receivedBytes !== row.size) return
    await finishUpload({ accountId, row, open: openWriters.take(id), within: async () => {}, isRepeatable: true })
  })
