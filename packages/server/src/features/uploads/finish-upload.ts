import { AppError, type Finding } from '@spindle/contract'
import { checksumMismatch, findingFrom, storageFailed } from '@spindle/contract/rules'
import { type BlobReceipt, type Blobs, type BlobWriter, SyncError } from '../../platform/blobs/blobs.ts'
import type { Database, TenantTransaction } from '../../platform/database/sql.ts'
import { defineJob, type EnqueueOptions, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { sha256OfStream } from '../../platform/values/sha256.ts'
import {
  countWaitingAnalyses,
  markReceived,
  rejectUnfinished,
  type UploadRef,
  type UploadRow,
} from './model/upload-queries.ts'
import type { OpenWriter } from './receiving/open-writers.ts'

/**
 * Finishes an upload: from the last byte to `received`, for a report to `ready`. It has a digest, its final name, then
 * one transaction with the analysis job. Every step may be repeated after a crash; until the transaction commits the
 * upload is still awaiting. No request waits until a large file is read again: if this process did not see all its
 * bytes, the job computes the digest, and the same applies to bytes that did not pass through the hub.
 */

export const analyseUpload = defineJob<UploadRef>('analyseUpload')

export interface FinishDependencies {
  readonly database: Database
  readonly blobs: Blobs
  readonly jobs: Jobs
  readonly log: Log
  readonly unusedExpiry: () => Date
}

export interface Finish<T> {
  readonly accountId: AccountId
  readonly row: UploadRow
  /** The state of the upload in this process; undefined if another process wrote it, or after a crash. */
  readonly open: OpenWriter | undefined
  readonly within: WithinFinish<T>
  /** True if `within` may run again after it was committed. */
  readonly isRepeatable?: boolean
}

/** Runs in the transaction that makes the upload received, after that; without a digest if the job computes it. */
export type WithinFinish<T> = (trx: TenantTransaction, sha256: Buffer | undefined) => Promise<T>

export type FinishUpload = <T>(finish: Finish<T>) => Promise<T>

export function uploadFinisher(dependencies: FinishDependencies): FinishUpload {
  return async ({ accountId, row, open, ...rest }) => {
    const current = open?.epoch === row.writerEpoch ? open : undefined
    if (open && !current) await open.writer.close()
    return rejectOnSyncFailure(dependencies, { accountId, id: row.id }, () =>
      finish(dependencies, { accountId, row, open: current, ...rest }),
    )
  }
}

async function finish<T>(
  dependencies: FinishDependencies,
  { accountId, row, open, within, isRepeatable }: Finish<T>,
): Promise<T> {
  const { database, blobs, jobs, unusedExpiry } = dependencies
  const { id, size } = row
  if (size === null) throw new Error('an upload of unknown length cannot be finished')
  const streamed = open?.hash?.position === size ? open.hash.digest() : undefined
  if (streamed) await requireAnnouncedSha256(dependencies, { accountId, row, open, sha256: streamed })
  const committed = { key: id, receipt: row.receipt }
  const receipt = await (open ? finaliseOrClose(open.writer) : blobs.finalise(committed, size))
  const isLeftToJob = streamed === undefined && (size > largeBytes || blobs.direct?.wasUsed(receipt) === true)
  const sha256 = isLeftToJob ? undefined : (streamed ?? (await sha256OfStream(await blobs.read({ key: id, receipt }))))
  if (sha256 && !streamed) await requireAnnouncedSha256(dependencies, { accountId, row, open: undefined, sha256 })
  const receiveIt = async (trx: TenantTransaction): Promise<T> => {
    const isReceived = await markReceived(trx, id, { sha256: sha256 ?? null, receipt, expiresAt: unusedExpiry() })
    // A report is read when it is imported: only its digest is missing.
    if (isReceived && !(row.kind === 'report' && sha256))
      await jobs.enqueue(
        trx.transaction,
        analyseUpload,
        { accountId, id },
        { key: `analyse:${id}`, ...(await fairPlace(trx, size)) },
      )
    return within(trx, sha256)
  }
  const result = await database.tenantTransaction(accountId, receiveIt, { isRepeatable: isRepeatable === true })
  await blobs.release(committed, receipt)
  return result
}

/** The writer was handed over, so it must be closed here if finalising fails. */
async function finaliseOrClose(writer: BlobWriter): Promise<BlobReceipt> {
  try {
    return await writer.finalise()
  } catch (error) {
    await writer.close().catch(() => undefined)
    throw error
  }
}

/** A file whose analysis may take many seconds, and that is too large to be read during a request. */
const largeBytes = 16 * 1024 * 1024

/**
 * The more files of an account wait, the later its next one runs: a file of another account overtakes a backlog. Only
 * one large file per account is analysed at a time, so that no account uses every worker for minutes.
 */
const fairPlace = async (trx: TenantTransaction, size: number): Promise<EnqueueOptions> => ({
  priority: await countWaitingAnalyses(trx),
  queue: size > largeBytes ? `analyse:${trx.accountId}` : undefined,
})

interface Hashed extends Omit<Finish<unknown>, 'within' | 'isRepeatable'> {
  readonly sha256: Buffer
}

async function requireAnnouncedSha256(
  { database, blobs }: Pick<FinishDependencies, 'database' | 'blobs'>,
  { accountId, row, open, sha256 }: Hashed,
): Promise<void> {
  if (!row.expectedSha256 || row.expectedSha256.equals(sha256)) return
  await open?.writer.close()
  await rejectUpload(
    { database, blobs },
    { accountId, id: row.id },
    findingFrom(checksumMismatch, { sha256: sha256.toString('hex') }),
  )
  throw new AppError('checksum_mismatch', {
    detail: 'The file does not match its declared SHA-256. The upload was rejected. Start a new one.',
  })
}

/** Bytes that the storage could not make durable end the upload: they must never count as received. */
export async function rejectOnSyncFailure<T>(
  { database, blobs, log }: Pick<FinishDependencies, 'database' | 'blobs' | 'log'>,
  upload: UploadRef,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SyncError) {
      log.error('uploads.sync_failed', { uploadId: upload.id, error })
      await rejectUpload({ database, blobs }, upload, findingFrom(storageFailed, undefined)).catch((failure: unknown) =>
        log.error('uploads.reject_failed', { uploadId: upload.id, error: failure }),
      )
    }
    throw error
  }
}

/** The upload stays as `rejected` with the reason; its bytes are deleted. */
async function rejectUpload(
  { database, blobs }: Pick<FinishDependencies, 'database' | 'blobs'>,
  { accountId, id }: UploadRef,
  finding: Finding,
): Promise<void> {
  await rejectUnfinished(database.tenant(accountId), id, [finding])
  await blobs.delete(id)
}
