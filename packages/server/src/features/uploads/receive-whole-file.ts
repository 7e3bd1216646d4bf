import { AppError } from '@spindle/contract'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Database, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { type FinishUpload, rejectOnSyncFailure } from './finish-upload.ts'
import { offsetMismatch } from './model/upload-errors.ts'
import { claimWriter, deleteUnreceived, type UploadId, type UploadRow } from './model/upload-queries.ts'
import type { AppendBody, RequestBody } from './receiving/append-body.ts'
import type { OpenWriter, OpenWriters } from './receiving/open-writers.ts'
import type { UploadLock, UploadLocks } from './receiving/upload-lock.ts'
import { removeBytes } from './terminate-upload.ts'

/** A whole file in one request. It cannot be resumed: an incomplete file leaves neither row nor bytes. */

export interface WholeFileDependencies {
  readonly database: Database
  readonly blobs: Blobs
  readonly locks: UploadLocks
  readonly openWriters: OpenWriters
  readonly appendBody: AppendBody
  readonly finishUpload: FinishUpload
  readonly maxUploadBytes: number
  readonly log: Log
}

export interface WholeFile {
  readonly accountId: AccountId
  /** An upload just created, without bytes. */
  readonly id: UploadId
  readonly body: RequestBody
}

/** `within` runs in the transaction that makes the upload received. */
export type ReceiveWholeFile = <T>(
  file: WholeFile,
  within: (trx: TenantTransaction, sha256: Buffer) => Promise<T>,
) => Promise<T>

export function wholeFileReceiver(dependencies: WholeFileDependencies): ReceiveWholeFile {
  const { database, locks, openWriters, finishUpload } = dependencies
  return ({ accountId, id, body }, within) =>
    locks.run({ accountId, id }, { preempt: false }, async (lock) => {
      const sql = database.tenant(accountId)
      try {
        const { row, open } = await receive(dependencies, { accountId, id, sql, lock }, body)
        return await finishUpload({
          accountId,
          row,
          open,
          within: async (trx, sha256) => {
            if (!sha256) throw new Error('a file of one request was not hashed on its way')
            return within(trx, sha256)
          },
        })
      } catch (error) {
        const open = openWriters.take(id)
        if (await forgetUnreceived(dependencies, sql, id)) await removeBytes(dependencies, id, open)
        else await open?.writer.close().catch(() => undefined)
        throw error
      }
    })
}

/**
 * Deletes the row. False if the end was committed and only its answer was lost, or if that is unknown: then the bytes
 * are needed.
 */
async function forgetUnreceived({ log }: WholeFileDependencies, sql: Tenant, id: UploadId): Promise<boolean> {
  try {
    return (await deleteUnreceived(sql, id)) > 0
  } catch (error) {
    log.warn('uploads.delete_failed', { uploadId: id, error })
    return false
  }
}

interface Held {
  readonly accountId: AccountId
  readonly id: UploadId
  readonly sql: Tenant
  readonly lock: UploadLock
}

async function receive(
  dependencies: WholeFileDependencies,
  { accountId, id, sql, lock }: Held,
  body: RequestBody,
): Promise<{ row: UploadRow; open: OpenWriter }> {
  const { appendBody, openWriters, maxUploadBytes } = dependencies
  const { declaredBytes } = body
  const row = await claimWriter(sql, id, { offset: 0, epoch: 0, size: declaredBytes ?? null })
  if (!row) throw offsetMismatch(undefined)
  const { reception, offset, receipt, open } = await rejectOnSyncFailure(dependencies, { accountId, id }, () =>
    appendBody({ sql, row, earlierEpoch: 0, lock, maxBytes: declaredBytes ?? maxUploadBytes, body }),
  )
  if (reception === 'cut') {
    openWriters.keep(id, open)
    throw new AppError('invalid_request', {
      detail: 'The connection was lost before the body was complete. Nothing was stored. Send the file again.',
    })
  }
  if (declaredBytes !== undefined) return { row: { ...row, receivedBytes: offset, receipt }, open }
  const sized = await claimWriter(sql, id, { offset, epoch: row.writerEpoch, size: offset })
  if (!sized) throw offsetMismatch(undefined)
  return { row: sized, open: { ...open, epoch: sized.writerEpoch } }
}
