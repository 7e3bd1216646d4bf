import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { AppError, type Finding } from '@spindle/contract'
import { checksumMismatch, findingFrom } from '@spindle/contract/rules'
import { type Blobs, SyncError } from '../../platform/blobs/blobs.ts'
import type { Database, TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import { markReceived, rejectUnfinished, type UploadId, type UploadRef, type UploadRow } from './model/upload-store.ts'
import type { OpenWriter } from './receiving/open-writers.ts'

/**
 * From the last byte to `received`: digest, final name, then one transaction with the analysis job. Every step may be
 * repeated after a crash; until the transaction commits the upload is still awaiting.
 */

export const analyseUpload = defineJob<UploadRef>('analyseUpload')

export interface FinishDependencies {
  readonly database: Database
  readonly blobs: Blobs
  readonly jobs: Jobs
  readonly unusedExpiry: () => Date
}

export interface Finish<T> {
  readonly accountId: AccountId
  readonly row: UploadRow
  /** What this process wrote last; undefined when another process did, or a crash came between. */
  readonly open: OpenWriter | undefined
  readonly within: WithinFinish<T>
}

/** Runs in the transaction that makes the upload received, after it was. */
export type WithinFinish<T> = (trx: TenantTransaction, sha256: Buffer) => Promise<T>

export type FinishUpload = <T>(finish: Finish<T>) => Promise<T>

export const uploadFinisher =
  (dependencies: FinishDependencies): FinishUpload =>
  async ({ accountId, row, open, within }) => {
    const { database, blobs, jobs, unusedExpiry } = dependencies
    const { id, size } = row
    if (size === null) throw new Error('an upload of unknown length cannot be finished')
    const streamed = open?.hash?.position === size ? open.hash.digest() : undefined
    if (streamed) await requireExpected(dependencies, { accountId, row, open, sha256: streamed })
    await (open ? open.writer.finalise() : blobs.finalise(id, size))
    const sha256 = streamed ?? (await digestOf(blobs, id))
    if (!streamed) await requireExpected(dependencies, { accountId, row, open: undefined, sha256 })
    return database.tenantTransaction(accountId, async (trx) => {
      if (await markReceived(trx, id, { sha256, expiresAt: unusedExpiry() }))
        await jobs.enqueue(trx.transaction, analyseUpload, { accountId, id }, { key: `analyse:${id}` })
      return within(trx, sha256)
    })
  }

async function digestOf(blobs: Blobs, id: UploadId): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(await blobs.read(id), hash)
  return hash.digest()
}

interface Digested {
  readonly accountId: AccountId
  readonly row: UploadRow
  readonly open: OpenWriter | undefined
  readonly sha256: Buffer
}

async function requireExpected(
  dependencies: FinishDependencies,
  { accountId, row, open, sha256 }: Digested,
): Promise<void> {
  if (!row.expectedSha256 || row.expectedSha256.equals(sha256)) return
  await open?.writer.close()
  await rejectUpload(
    dependencies,
    { accountId, id: row.id },
    findingFrom(checksumMismatch, { sha256: sha256.toString('hex') }),
  )
  throw new AppError('checksum_mismatch', {
    detail: 'The file does not have the SHA-256 that was announced. The upload is rejected; begin a new one.',
  })
}

/** The upload stays as `rejected` and says why; its bytes go. */
export async function rejectUpload(
  { database, blobs }: Pick<FinishDependencies, 'database' | 'blobs'>,
  { accountId, id }: UploadRef,
  finding: Finding,
): Promise<void> {
  await rejectUnfinished(database.tenant(accountId), id, [finding])
  await blobs.delete(id)
}

export const isUnsyncable = (error: unknown): boolean => error instanceof SyncError
