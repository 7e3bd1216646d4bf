import type { IncomingMessage } from 'node:http'
import { AppError } from '@spindle/contract'
import { findingFrom, storageFailed } from '@spindle/contract/rules'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { ConcurrencyLimit } from '../../platform/concurrency-limit.ts'
import type { Database, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import { type AccountId, isId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { type Finish, type FinishUpload, isUnsyncable, rejectUpload } from './finish-upload.ts'
import { findUpload, type UploadId, type UploadRow } from './model/upload-store.ts'
import type { AppendBody, Appended } from './receiving/append-body.ts'
import type { OpenWriter, OpenWriters } from './receiving/open-writers.ts'
import type { UploadLocks } from './receiving/upload-lock.ts'
import type { ExpectedChecksum } from './routes/tus-headers.ts'

/** What every step on an unfinished upload shares: its row, its limits, and what ends it for good. */

export interface UnfinishedDependencies {
  readonly database: Database
  readonly blobs: Blobs
  readonly openWriters: OpenWriters
  readonly locks: UploadLocks
  readonly append: AppendBody
  readonly finish: FinishUpload
  /** A thousand clients that reconnect at once must not fill the queue of the database for everybody else. */
  readonly beginAtMost: ConcurrencyLimit['run']
  readonly maxUploadBytes: number
  readonly isUploadInUse: (trx: TenantTransaction, id: UploadId) => Promise<boolean>
  readonly now: () => Date
  readonly log: Log
}

export interface Body {
  readonly request: IncomingMessage
  readonly declaredBytes: number | undefined
  readonly checksum?: ExpectedChecksum | undefined
}

export interface Continuation extends Body {
  readonly offset: number
  /** The total, where it becomes known only now. */
  readonly size: number | undefined
}

/** How far an upload is. */
export interface UploadProgress {
  readonly offset: number
  readonly size: number | null
  readonly expiresAt: Date | null
  readonly isComplete: boolean
}

export const unknownUpload = (): AppError => new AppError('upload_not_found')

/** What has not even the form of an id names nothing. */
export function requireId(id: string): UploadId {
  if (!isId('upl', id)) throw unknownUpload()
  return id
}

/** Another account's upload is missing exactly like one that never was. */
export async function requireOpen(sql: Tenant, id: UploadId): Promise<UploadRow> {
  const row = await findUpload(sql, id)
  if (!row) throw unknownUpload()
  if (row.status === 'expired') throw new AppError('upload_gone')
  if (row.status === 'rejected' && !row.isReceived) throw rejected()
  return row
}

const rejected = (): AppError =>
  new AppError('upload_gone', { detail: 'The upload was rejected and its bytes were removed; begin a new one.' })

export const progressOf = ({ receivedBytes, size, expiresAt, status }: UploadRow): UploadProgress => ({
  offset: receivedBytes,
  size,
  expiresAt,
  isComplete: status !== 'awaiting_data',
})

/** A length may be deferred, and then be told once. */
export function sizeOf(row: UploadRow, stated: number | undefined, maxUploadBytes: number): number | null {
  if (stated === undefined) return row.size
  if (stated > maxUploadBytes) throw tooLarge(maxUploadBytes)
  if (row.size === stated || (row.size === null && stated >= row.receivedBytes)) return stated
  throw new AppError('invalid_request', {
    detail: 'Upload-Length differs from the length of the upload, or is less than what it has received.',
  })
}

export const tooLarge = (maxBytes: number): AppError =>
  new AppError('upload_too_large', {
    detail: `The upload may have at most ${maxBytes} bytes.`,
    extensions: { maxBytes },
  })

export const offsetMismatch = (offset: number | undefined): AppError =>
  new AppError('upload_offset_mismatch', {
    detail:
      offset === undefined
        ? 'Another request moved the offset. Ask for it again.'
        : `The upload continues at ${offset}.`,
    ...(offset === undefined ? {} : { extensions: { offset } }),
  })

/** Bytes the storage could not make durable end the upload: they must never look like received ones. */
export async function appendOrDiscard(
  dependencies: UnfinishedDependencies,
  accountId: AccountId,
  append: Parameters<AppendBody>[0],
): Promise<Appended> {
  try {
    return await dependencies.append(append)
  } catch (error) {
    await discardWhenFinal(dependencies, { accountId, id: append.row.id }, error)
    throw error
  }
}

async function discardWhenFinal(
  { database, blobs, log }: UnfinishedDependencies,
  ref: { readonly accountId: AccountId; readonly id: UploadId },
  error: unknown,
): Promise<void> {
  if (!isUnsyncable(error)) return
  log.error('uploads.sync_failed', { uploadId: ref.id, error })
  await rejectUpload({ database, blobs }, ref, findingFrom(storageFailed, undefined)).catch((failure: unknown) =>
    log.error('uploads.discard_failed', { uploadId: ref.id, error: failure }),
  )
}

export async function finishRow(
  dependencies: UnfinishedDependencies,
  accountId: AccountId,
  row: UploadRow,
  open: OpenWriter | undefined = dependencies.openWriters.take(row.id),
): Promise<UploadProgress> {
  await finishWithin(dependencies, { accountId, row, open, within: async () => {} })
  return { ...progressOf(row), isComplete: true }
}

export async function finishWithin<T>(
  dependencies: UnfinishedDependencies,
  { accountId, row, open, within }: Finish<T>,
): Promise<T> {
  const own = open?.epoch === row.writerEpoch ? open : undefined
  if (open && !own) await open.writer.close()
  try {
    return await dependencies.finish({ accountId, row, open: own, within })
  } catch (error) {
    await discardWhenFinal(dependencies, { accountId, id: row.id }, error)
    throw error
  }
}
