import { AppError } from '@spindle/contract'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { WithinFinish } from './finish-upload.ts'
import {
  claimWriter,
  deleteUpload,
  findUpload,
  lockUpload,
  markExpired,
  type UploadId,
  type UploadRow,
} from './model/upload-store.ts'
import type { OpenWriter } from './receiving/open-writers.ts'
import type { UploadLock, UploadLocks } from './receiving/upload-lock.ts'
import {
  appendOrDiscard,
  type Body,
  type Continuation,
  finishRow,
  finishWithin,
  offsetMismatch,
  progressOf,
  requireId,
  requireOpen,
  sizeOf,
  tooLarge,
  type UnfinishedDependencies,
  type UploadProgress,
  unknownUpload,
} from './upload-steps.ts'

/**
 * What may be done with an upload that is not finished, and in what order. Owns the rule that the offset in the
 * database is the truth: every request starts from it, and a complete upload that a crash left unfinished is finished
 * by whoever looks at it next.
 */

export type UploadService = ReturnType<typeof createUploadService>

export function createUploadService(dependencies: UnfinishedDependencies) {
  const { database, locks } = dependencies
  const during = <T>(id: UploadId, preempt: boolean, work: (lock: UploadLock) => Promise<T>): Promise<T> =>
    whileLocked(locks, { id, preempt }, work)
  return {
    /** Appends a body at an offset, and finishes the upload with its last byte. */
    continue: (accountId: AccountId, id: string, body: Continuation): Promise<UploadProgress> =>
      during(requireId(id), false, (lock) =>
        continueUpload(dependencies, { accountId, id: requireId(id), lock }, body),
      ),

    /** An upload just created. An empty file is complete at once: no request will bring its last byte. */
    begin: (accountId: AccountId, id: UploadId): Promise<UploadProgress> =>
      during(id, false, async () => {
        const row = await requireOpen(database.tenant(accountId), id)
        return row.status === 'awaiting_data' && row.size === 0
          ? finishRow(dependencies, accountId, row)
          : progressOf(row)
      }),

    /** Where the upload continues. Whoever still sends bytes is stopped: a client asks because its connection broke. */
    progress: (accountId: AccountId, id: string): Promise<UploadProgress> =>
      during(requireId(id), true, async () => {
        const row = await requireOpen(database.tenant(accountId), requireId(id))
        if (row.status !== 'awaiting_data') return progressOf(row)
        if (row.receivedBytes === row.size) return finishRow(dependencies, accountId, row)
        return progressOf(await fenceOthers(dependencies, database.tenant(accountId), row))
      }),

    /** Finishes an upload whose last byte is durable; nothing happens when that has been done. */
    finish: (accountId: AccountId, id: UploadId): Promise<void> =>
      during(id, false, async () => {
        const row = await findUpload(database.tenant(accountId), id)
        if (row?.status === 'awaiting_data' && row.receivedBytes === row.size)
          await finishRow(dependencies, accountId, row)
      }),

    /** A body that is the whole upload; `within` runs in the transaction that makes it received. */
    storeWhole: <T>(accountId: AccountId, id: UploadId, body: Body, within: WithinFinish<T>): Promise<T> =>
      during(id, false, (lock) => storeWhole(dependencies, { accountId, id, lock }, body, within)),

    /** Inside `storeWhole`: the bytes turned out to be a repetition of an earlier request. */
    forget: async (trx: TenantTransaction, id: UploadId): Promise<void> => {
      await deleteUpload(trx, id)
      trx.afterCommit(() => void removeBytes(dependencies, id))
    },

    /** Waits for nobody: in the transaction of the request that would hold a connection a writer needs to let go. */
    terminate: (trx: TenantTransaction, id: string): Promise<void> => terminate(dependencies, trx, requireId(id)),
  }
}

async function whileLocked<T>(
  locks: UploadLocks,
  { id, preempt }: { readonly id: UploadId; readonly preempt: boolean },
  work: (lock: UploadLock) => Promise<T>,
): Promise<T> {
  const lock = await locks.acquire(id, { preempt })
  try {
    return await work(lock)
  } finally {
    lock.release()
  }
}

interface Target {
  readonly accountId: AccountId
  readonly id: UploadId
  readonly lock: UploadLock
}

async function continueUpload(
  dependencies: UnfinishedDependencies,
  { accountId, id, lock }: Target,
  { request, declaredBytes, checksum, offset, size: stated }: Continuation,
): Promise<UploadProgress> {
  const sql = dependencies.database.tenant(accountId)
  const { beginAtMost, maxUploadBytes } = dependencies
  const seen = await beginAtMost(() => requireOpen(sql, id))
  if (seen.receivedBytes !== offset) throw offsetMismatch(seen.receivedBytes)
  const size = sizeOf(seen, stated, maxUploadBytes)
  const maxBytes = (size ?? maxUploadBytes) - offset
  if ((declaredBytes ?? 0) > maxBytes) throw tooLarge(maxBytes + offset)
  if (seen.status !== 'awaiting_data') return progressOf(seen)
  const row = await beginAtMost(() => claimWriter(sql, id, { offset, epoch: seen.writerEpoch, size }))
  if (!row) throw offsetMismatch(undefined)
  const { offset: reached, open } = await appendOrDiscard(dependencies, accountId, {
    sql,
    row,
    earlierEpoch: seen.writerEpoch,
    lock,
    request,
    maxBytes,
    declaredBytes,
    checksum,
  })
  const now = { ...row, receivedBytes: reached }
  if (reached === size) return finishRow(dependencies, accountId, now, open)
  dependencies.openWriters.keep(id, open)
  return progressOf(now)
}

/** Nothing to resume: what does not arrive whole leaves neither row nor bytes. */
async function storeWhole<T>(
  dependencies: UnfinishedDependencies,
  target: Target,
  body: Body,
  within: WithinFinish<T>,
): Promise<T> {
  const { accountId, id } = target
  const sql = dependencies.database.tenant(accountId)
  try {
    const { row, open } = await receiveWhole(dependencies, sql, target, body)
    return await finishWithin(dependencies, { accountId, row, open, within })
  } catch (error) {
    await deleteUpload(sql, id).catch((failure: unknown) =>
      dependencies.log.warn('uploads.delete_failed', { uploadId: id, error: failure }),
    )
    await removeBytes(dependencies, id, dependencies.openWriters.take(id))
    throw error
  }
}

async function receiveWhole(
  dependencies: UnfinishedDependencies,
  sql: Tenant,
  { accountId, id, lock }: Target,
  { request, declaredBytes }: Body,
): Promise<{ row: UploadRow; open: OpenWriter }> {
  const maxBytes = declaredBytes ?? dependencies.maxUploadBytes
  const row = await claimWriter(sql, id, { offset: 0, epoch: 0, size: declaredBytes ?? null })
  if (!row) throw offsetMismatch(undefined)
  const append = { sql, row, earlierEpoch: 0, lock, request, maxBytes, declaredBytes, checksum: undefined }
  const { reception, offset, open } = await appendOrDiscard(dependencies, accountId, append)
  if (reception === 'cut') {
    dependencies.openWriters.keep(id, open)
    throw new AppError('invalid_request', { detail: 'The body broke off; nothing of it was kept.' })
  }
  if (declaredBytes !== undefined) return { row: { ...row, receivedBytes: offset }, open }
  const sized = await claimWriter(sql, id, { offset, epoch: row.writerEpoch, size: offset })
  if (!sized) throw offsetMismatch(undefined)
  return { row: sized, open: { ...open, epoch: sized.writerEpoch } }
}

/** A writer of another process finds its epoch outdated; one of this process has been stopped by the lock. */
async function fenceOthers({ openWriters }: UnfinishedDependencies, sql: Tenant, row: UploadRow): Promise<UploadRow> {
  if (openWriters.has(row.id, row.writerEpoch)) return row
  const seen = { offset: row.receivedBytes, epoch: row.writerEpoch, size: row.size }
  return (await claimWriter(sql, row.id, seen)) ?? (await requireOpen(sql, row.id))
}

async function terminate(dependencies: UnfinishedDependencies, trx: TenantTransaction, id: UploadId): Promise<void> {
  const { isUploadInUse, now } = dependencies
  const row = await lockUpload(trx, id)
  if (!row) throw unknownUpload()
  if (row.status === 'expired') throw new AppError('upload_gone')
  if (await isUploadInUse(trx, id)) throw new AppError('upload_in_use')
  // From the commit on a writer, wherever it runs, is fenced by the epoch.
  await markExpired(trx, id, now())
  // Only after the commit: a rollback must find the bytes.
  trx.afterCommit(() => void stopAndRemove(dependencies, id))
}

async function stopAndRemove(dependencies: UnfinishedDependencies, id: UploadId): Promise<void> {
  const { locks, openWriters, log } = dependencies
  await whileLocked(locks, { id, preempt: true }, () => removeBytes(dependencies, id, openWriters.take(id))).catch(
    (error: unknown) => log.warn('uploads.delete_failed', { uploadId: id, error }),
  )
}

export async function removeBytes(
  { blobs, log }: { readonly blobs: Blobs; readonly log: Log },
  id: UploadId,
  open?: OpenWriter,
): Promise<void> {
  try {
    await open?.writer.close()
    await blobs.delete(id)
  } catch (error) {
    // The sweeper comes back for it.
    log.warn('uploads.delete_failed', { uploadId: id, error })
  }
}
