import type { Blobs, Collected, PartUrls } from '../../platform/blobs/blobs.ts'
import type { Database, Tenant } from '../../platform/database/sql.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { notDirect, offsetMismatch, requireUploadId, takenOver } from './model/upload-errors.ts'
import { advanceOffset, claimWriter, type UploadId, type UploadRow } from './model/upload-queries.ts'
import type { Fencing } from './receiving/fencing.ts'
import type { UploadLock, UploadLocks } from './receiving/upload-lock.ts'
import {
  finishRow,
  progressOf,
  type ResumeDependencies,
  requireOpenUpload,
  type UploadProgress,
} from './resume-upload.ts'

/**
 * Uploads whose bytes clients send directly to the storage. The offset in the database stays authoritative: it advances
 * over parts that the storage has, in order and of the right length. A client's report only triggers the check.
 */

export interface DirectDependencies extends Pick<ResumeDependencies, 'openWriters' | 'finishUpload'> {
  readonly database: Database
  readonly blobs: Blobs
  readonly locks: UploadLocks
  readonly fencing: Fencing
  readonly metrics: Metrics
  readonly unfinishedExpiry: () => Date
  readonly directTransfer: boolean
}

/** The result of a report. */
export interface ReportedParts extends UploadProgress {
  /** Of the reported parts, those that the storage does not have, or has with another length. */
  readonly missing: readonly number[]
}

export interface DirectUploads {
  /** For an upload just created; undefined if its bytes have to be sent through the hub. */
  begin(accountId: AccountId, id: UploadId): Promise<PartUrls | undefined>
  /** The addresses of parts, from the number `from` on. */
  listUrls(accountId: AccountId, id: string, from: number): Promise<PartUrls>
  /** Checks which parts arrived, and finishes the upload once all did. */
  report(accountId: AccountId, id: string, numbers: readonly number[]): Promise<ReportedParts>
}

export function directUploads(dependencies: DirectDependencies): DirectUploads {
  const { database, locks } = dependencies
  return {
    begin: (accountId, id) =>
      locks.run({ accountId, id }, { preempt: false }, (lock) =>
        beginDirect(dependencies, { sql: database.tenant(accountId), id, lock }),
      ),
    async listUrls(accountId, uploadId, from) {
      const row = await requireOpenUpload(database.tenant(accountId), requireUploadId(uploadId))
      const urls = await findUrls(dependencies, row, from)
      if (!urls) throw notDirect(row.receivedBytes)
      return urls
    },
    async report(accountId, uploadId, numbers) {
      const id = requireUploadId(uploadId)
      return locks.run({ accountId, id }, { preempt: false }, (lock) =>
        collectParts(dependencies, { sql: database.tenant(accountId), id, lock }, numbers),
      )
    },
  }
}

interface Held {
  readonly sql: Tenant
  readonly id: UploadId
  readonly lock: UploadLock
}

async function findUrls(
  { blobs }: DirectDependencies,
  { id, status, size, receipt }: UploadRow,
  from: number,
): Promise<PartUrls | undefined> {
  if (status !== 'awaiting_data' || size === null) return undefined
  return blobs.direct?.listUrls({ key: id, receipt }, { size, from })
}

/** A repeated creation finds the one that the first started. */
async function beginDirect(dependencies: DirectDependencies, held: Held): Promise<PartUrls | undefined> {
  const { blobs, directTransfer, unfinishedExpiry } = dependencies
  const { sql, id } = held
  if (!directTransfer || !blobs.direct) return undefined
  const seen = await requireOpenUpload(sql, id)
  if (!seen.size || !seen.expectedSha256) return undefined
  if (seen.receipt !== null || seen.receivedBytes > 0) return findUrls(dependencies, seen, 1)
  const row = await claim(dependencies, held, seen)
  const epoch = row.writerEpoch
  const receipt = await blobs.direct.begin(id, epoch)
  const isOurs = await advanceOffset(sql, { id, from: 0, to: 0, receipt, epoch, expiresAt: unfinishedExpiry() })
  if (!isOurs) throw takenOver()
  return findUrls(dependencies, { ...row, receipt }, 1)
}

async function collectParts(
  dependencies: DirectDependencies,
  held: Held,
  numbers: readonly number[],
): Promise<ReportedParts> {
  const { blobs } = dependencies
  const { sql, id } = held
  const seen = await requireOpenUpload(sql, id)
  if (seen.status !== 'awaiting_data') return { ...progressOf(seen), missing: [] }
  const { size } = seen
  if (size === null || !blobs.direct?.isOpen(seen.receipt)) throw notDirect(seen.receivedBytes)
  // The process that finishes an upload has claimed it: a PATCH that runs elsewhere ends.
  const claimed = await claim(dependencies, held, seen)
  if (claimed.receivedBytes === size) return finished(dependencies, sql, claimed)
  const collected = await blobs.direct.collect({ key: id, receipt: claimed.receipt }, size)
  if (!collected) throw notDirect(claimed.receivedBytes)
  const row = await commit(dependencies, sql, claimed, collected)
  if (row.receivedBytes === size) return finished(dependencies, sql, row)
  return { ...progressOf(row), missing: numbers.filter((number) => !collected.stored.has(number)) }
}

const finished = async (dependencies: DirectDependencies, sql: Tenant, row: UploadRow): Promise<ReportedParts> => ({
  ...(await finishRow(dependencies, sql.accountId, row)),
  missing: [],
})

async function commit(
  { metrics, unfinishedExpiry }: DirectDependencies,
  sql: Tenant,
  row: UploadRow,
  { position: to, receipt }: Collected,
): Promise<UploadRow> {
  const { id, receivedBytes: from, writerEpoch: epoch } = row
  if (!(await advanceOffset(sql, { id, from, to, receipt, epoch, expiresAt: unfinishedExpiry() }))) throw takenOver()
  metrics.countBytesReceived(to - from)
  return { ...row, receivedBytes: to, receipt }
}

async function claim(
  { openWriters, fencing }: Pick<DirectDependencies, 'openWriters' | 'fencing'>,
  { sql, id, lock }: Held,
  { receivedBytes: offset, writerEpoch: epoch, size }: UploadRow,
): Promise<UploadRow> {
  const row = await claimWriter(sql, id, { offset, epoch, size })
  if (!row) throw offsetMismatch(undefined)
  lock.writesAs(row.writerEpoch)
  if (epoch > 0 && !openWriters.has(id, epoch)) await fencing.tell({ accountId: sql.accountId, id }, row.writerEpoch)
  return row
}
