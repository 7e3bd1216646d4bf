import { AppError } from '@spindle/contract'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import { requireUploadId, uploadNotFound } from './model/upload-errors.ts'
import { lockUpload, markExpired, type UploadId, type UploadRef } from './model/upload-queries.ts'
import type { OpenWriter, OpenWriters } from './receiving/open-writers.ts'
import type { UploadLocks } from './receiving/upload-lock.ts'

/** Removes an upload from its account, and its bytes from the storage. */

export interface TerminationDependencies {
  readonly blobs: Blobs
  readonly locks: UploadLocks
  readonly openWriters: OpenWriters
  readonly isUploadInUse: (trx: TenantTransaction, id: UploadId) => Promise<boolean>
  readonly now: () => Date
  readonly log: Log
}

/** Does not wait: inside the request's transaction that would hold a connection that the writer needs. */
export async function terminateUpload(
  dependencies: TerminationDependencies,
  trx: TenantTransaction,
  uploadId: string,
): Promise<void> {
  const id = requireUploadId(uploadId)
  const row = await lockUpload(trx, id)
  if (!row) throw uploadNotFound()
  if (row.status === 'expired') throw new AppError('upload_gone')
  if (await dependencies.isUploadInUse(trx, id)) throw new AppError('upload_in_use')
  // From the commit on, a writer in any process is fenced by the epoch.
  await markExpired(trx, id, dependencies.now())
  // Only after the commit: after a rollback the bytes are still needed.
  trx.afterCommit(() => void stopAndRemove(dependencies, { accountId: trx.accountId, id }))
}

async function stopAndRemove(dependencies: TerminationDependencies, upload: UploadRef): Promise<void> {
  const { locks, openWriters, log } = dependencies
  await locks
    .run(upload, { preempt: true }, () => removeBytes(dependencies, upload.id, openWriters.take(upload.id)))
    .catch((error: unknown) => log.warn('uploads.delete_failed', { uploadId: upload.id, error }))
}

/** Never rejects: the nightly sweep finds what remains. */
export async function removeBytes(
  { blobs, log }: Pick<TerminationDependencies, 'blobs' | 'log'>,
  id: UploadId,
  open?: OpenWriter,
): Promise<void> {
  try {
    await open?.writer.close()
    await blobs.delete(id)
  } catch (error) {
    log.warn('uploads.delete_failed', { uploadId: id, error })
  }
}
