import { AppError } from '@spindle/contract'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { DiskReserve } from '../../platform/blobs/disk-reserve.ts'
import type { Database, Tenant } from '../../platform/database/sql.ts'
import type { TenantConcurrency } from '../../platform/database/tenant-concurrency.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { Quotas } from '../accounts/index.ts'
import { type FinishUpload, rejectOnSyncFailure } from './finish-upload.ts'
import {
  offsetMismatch,
  requireUploadId,
  uploadNotFound,
  uploadRejected,
  uploadTooLarge,
} from './model/upload-errors.ts'
import { claimWriter, findUpload, type UploadId, type UploadRow } from './model/upload-queries.ts'
import type { AppendBody, RequestBody } from './receiving/append-body.ts'
import type { Fencing } from './receiving/fencing.ts'
import type { OpenWriter, OpenWriters } from './receiving/open-writers.ts'
import type { UploadLock, UploadLocks } from './receiving/upload-lock.ts'

/**
 * HEAD and PATCH of tus. The offset in the database is authoritative: every request starts from it, and a complete
 * upload that a crash left unfinished is finished by the next request for it.
 */

export interface ResumeDependencies {
  readonly database: Database
  readonly blobs: Blobs
  readonly locks: UploadLocks
  readonly fencing: Fencing
  readonly openWriters: OpenWriters
  readonly appendBody: AppendBody
  readonly finishUpload: FinishUpload
  /**
   * If a thousand clients of one account reconnect at the same time, another account's client must not wait for them.
   */
  readonly startAtMost: TenantConcurrency['run']
  readonly maxUploadBytes: number
  readonly quotas: Pick<Quotas, 'requireQuota' | 'requireQuotaRoughly'>
  readonly diskReserve: Pick<DiskReserve, 'requireRoom'>
  readonly log: Log
}

/** A body that continues an upload. */
export interface Continuation extends RequestBody {
  readonly offset: number
  /** The total, if it is first stated now. */
  readonly size: number | undefined
}

/** The progress of an upload. */
export interface UploadProgress {
  readonly offset: number
  readonly size: number | null
  readonly expiresAt: Date | null
  readonly isComplete: boolean
  /** `Upload-Metadata` of the creation. */
  readonly metadata: string | null
}

export interface ResumableUploads {
  /**
   * The offset at which the upload continues. A running writer is stopped: a client asks because its connection was
   * lost.
   */
  findProgress(accountId: AccountId, id: string): Promise<UploadProgress>
  /** Appends a body at an offset, and finishes the upload with its last byte. */
  append(accountId: AccountId, id: string, body: Continuation): Promise<UploadProgress>
  /** For an upload just created. An empty file is complete immediately: no request will bring its last byte. */
  start(accountId: AccountId, id: UploadId): Promise<UploadProgress>
}

export function resumableUploads(dependencies: ResumeDependencies): ResumableUploads {
  const { database, locks } = dependencies
  return {
    async findProgress(accountId, uploadId) {
      const id = requireUploadId(uploadId)
      const sql = database.tenant(accountId)
      return locks.run({ accountId, id }, { preempt: true }, async () => {
        const row = await requireOpenUpload(sql, id)
        if (row.status !== 'awaiting_data') return progressOf(row)
        if (row.receivedBytes === row.size) return finishRow(dependencies, accountId, row)
        return progressOf(await fenceOthers(dependencies, sql, row))
      })
    },
    async append(accountId, uploadId, body) {
      const id = requireUploadId(uploadId)
      return locks.run({ accountId, id }, { preempt: false }, (lock) =>
        appendAt(dependencies, { accountId, id, lock }, body),
      )
    },
    start: (accountId, id) =>
      locks.run({ accountId, id }, { preempt: false }, async () => {
        const row = await requireOpenUpload(database.tenant(accountId), id)
        const isEmpty = row.status === 'awaiting_data' && row.size === 0
        return isEmpty ? finishRow(dependencies, accountId, row) : progressOf(row)
      }),
  }
}

interface Held {
  readonly accountId: AccountId
  readonly id: UploadId
  readonly lock: UploadLock
}

async function appendAt(
  dependencies: ResumeDependencies,
  { accountId, id, lock }: Held,
  { offset, size: stated, ...body }: Continuation,
): Promise<UploadProgress> {
  const { database, startAtMost, maxUploadBytes, diskReserve, appendBody, openWriters, fencing } = dependencies
  const sql = database.tenant(accountId)
  const seen = await startAtMost(accountId, () => requireOpenUpload(sql, id))
  if (seen.receivedBytes !== offset) throw offsetMismatch(seen.receivedBytes)
  const size = deriveSize(seen, stated, maxUploadBytes)
  const maxBytes = (size ?? maxUploadBytes) - offset
  if ((body.declaredBytes ?? 0) > maxBytes) throw uploadTooLarge(maxBytes + offset)
  if (seen.status !== 'awaiting_data') return progressOf(seen)
  await diskReserve.requireRoom()
  // Another process has claimed it before.
  const isElsewhere = seen.writerEpoch > 0 && !openWriters.has(id, seen.writerEpoch)
  const { row, earlierEpoch } = await startAtMost(accountId, () => claim(dependencies, { accountId, seen, size }))
  if (!row) throw offsetMismatch(undefined)
  lock.writesAs(row.writerEpoch)
  if (isElsewhere) await fencing.tell({ accountId, id }, row.writerEpoch)
  const {
    offset: reached,
    receipt,
    open,
  } = await rejectOnSyncFailure(dependencies, { accountId, id }, () =>
    appendBody({ sql, row, earlierEpoch, lock, maxBytes, body }),
  )
  const now = { ...row, receivedBytes: reached, receipt }
  if (reached === size) return finishRow(dependencies, accountId, now, open)
  openWriters.keep(id, open)
  return progressOf(now)
}

interface Claim {
  readonly accountId: AccountId
  readonly seen: UploadRow
  readonly size: number | null
}

/**
 * After a switchover it may be unknown whether a claim was made. It is made again on the present state: the later one
 * writes.
 */
async function claim(
  dependencies: Pick<ResumeDependencies, 'database' | 'quotas'>,
  { accountId, seen, size }: Claim,
): Promise<{ readonly row: UploadRow | undefined; readonly earlierEpoch: number }> {
  const claimAs = async (found: UploadRow) => ({
    row: await claimWithinQuota(dependencies, { accountId, seen: found, size }),
    earlierEpoch: found.writerEpoch,
  })
  try {
    return await claimAs(seen)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'database_unavailable')) throw error
    const now = await requireOpenUpload(dependencies.database.tenant(accountId), seen.id)
    return claimAs({ ...now, receivedBytes: seen.receivedBytes })
  }
}

/** An upload without an announced length is counted as it grows, and in full as soon as its length is known. */
async function claimWithinQuota(
  { database, quotas }: Pick<ResumeDependencies, 'database' | 'quotas'>,
  { accountId, seen, size }: Claim,
): Promise<UploadRow | undefined> {
  const { id, receivedBytes: offset, writerEpoch: epoch } = seen
  if (seen.size !== null) return claimWriter(database.tenant(accountId), id, { offset, epoch, size })
  return database.tenantTransaction(accountId, async (trx) => {
    await quotas.requireQuota(trx, { storedBytes: (size ?? offset) - offset })
    return claimWriter(trx, id, { offset, epoch, size })
  })
}

/** Finishes an upload that has all its bytes. */
export async function finishRow(
  { openWriters, finishUpload }: Pick<ResumeDependencies, 'openWriters' | 'finishUpload'>,
  accountId: AccountId,
  row: UploadRow,
  open: OpenWriter | undefined = openWriters.take(row.id),
): Promise<UploadProgress> {
  await finishUpload({ accountId, row, open, within: async () => {}, isRepeatable: true })
  return { ...progressOf(row), isComplete: true }
}

/** A writer of another process finds its epoch outdated; one of this process was stopped by the lock. */
async function fenceOthers(
  { openWriters, fencing }: Pick<ResumeDependencies, 'openWriters' | 'fencing'>,
  sql: Tenant,
  row: UploadRow,
): Promise<UploadRow> {
  if (openWriters.has(row.id, row.writerEpoch)) return row
  const { id, receivedBytes: offset, writerEpoch: epoch, size } = row
  const claimed = await claimWriter(sql, id, { offset, epoch, size })
  // If the offset moved in the meantime, that was done with a later epoch: that writer's offset is then authoritative.
  if (!claimed) return requireOpenUpload(sql, id)
  if (epoch > 0) await fencing.tell({ accountId: sql.accountId, id }, claimed.writerEpoch)
  return claimed
}

export const progressOf = ({ receivedBytes, size, expiresAt, status, tusMetadata }: UploadRow): UploadProgress => ({
  offset: receivedBytes,
  size,
  expiresAt,
  isComplete: status !== 'awaiting_data',
  metadata: tusMetadata,
})

/** Another account's upload is treated exactly like one that never existed. */
export async function requireOpenUpload(sql: Tenant, id: UploadId): Promise<UploadRow> {
  const row = await findUpload(sql, id)
  if (!row) throw uploadNotFound()
  if (row.status === 'expired') throw new AppError('upload_gone')
  if (row.status === 'rejected' && !row.isVerified) throw uploadRejected()
  return row
}

/** tus allows the length to be deferred and then stated once. */
function deriveSize(row: UploadRow, stated: number | undefined, maxUploadBytes: number): number | null {
  if (stated === undefined) return row.size
  if (stated > maxUploadBytes) throw uploadTooLarge(maxUploadBytes)
  if (row.size === stated || (row.size === null && stated >= row.receivedBytes)) return stated
  throw new AppError('invalid_request', {
    detail: 'Upload-Length differs from the length of the upload, or is less than the received bytes.',
  })
}
