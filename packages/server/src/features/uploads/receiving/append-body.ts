import { AppError } from '@spindle/contract'
import { type BlobReceipt, type Blobs, type Durable, SyncError } from '../../../platform/blobs/blobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { type BufferPool, bufferPool } from '../../../platform/files/buffer-pool.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { takenOver } from '../model/upload-errors.ts'
import { advanceOffset, type UploadRow } from '../model/upload-queries.ts'
import { bufferedWriter } from './buffered-writer.ts'
import { type BodyInFlight, bytesInFlight } from './bytes-in-flight.ts'
import { checksumState, type ExpectedChecksum } from './checksum.ts'
import { sha256State } from './hash-state.ts'
import type { OpenWriter, OpenWriters } from './open-writers.ts'
import { type BodySource, type Reception, receiveBody } from './receive-body.ts'
import type { UploadLock } from './upload-lock.ts'

/**
 * Appends one body to one upload. However it ends - complete, a lost connection, a full disk, another writer - exactly
 * the durable bytes are committed. A body with a checksum only counts if it is complete and correct.
 */

export interface AppendDependencies {
  readonly blobs: Blobs
  readonly openWriters: OpenWriters
  readonly clock: Clock
  readonly metrics: Metrics
  readonly minBytesPerSecond: number
  readonly rateWindowMs: number
  /** When an unfinished upload expires, from now. */
  readonly unfinishedExpiry: () => Date
}

export interface RequestBody {
  readonly request: BodySource
  readonly declaredBytes: number | undefined
  readonly checksum: ExpectedChecksum | undefined
}

export interface Append {
  readonly sql: Tenant
  /** As claimed: the epoch belongs to this request. */
  readonly row: UploadRow
  readonly earlierEpoch: number
  readonly lock: UploadLock
  readonly maxBytes: number
  readonly body: RequestBody
}

export interface Appended {
  readonly reception: Reception
  readonly offset: number
  readonly receipt: BlobReceipt
  readonly open: OpenWriter
}

export type AppendBody = (append: Append) => Promise<Appended>

const bufferBytes = 256 * 1024
const bufferCount = 64

export function bodyAppender(dependencies: AppendDependencies): AppendBody {
  const pool = bufferPool({ bufferBytes, count: bufferCount })
  const inFlight = bytesInFlight()
  dependencies.metrics.gauge('spindle_upload_bytes_in_flight', inFlight.count)
  return async (append) => {
    const open = await openAtOffset(dependencies, append)
    const body = inFlight.begin()
    try {
      return await runAppend(dependencies, append, { pool, open, body })
    } finally {
      body.end()
    }
  }
}

/**
 * Continues with the writer of this process if nothing was written since; otherwise begins a segment at the committed
 * offset.
 */
async function openAtOffset(
  { openWriters, blobs }: AppendDependencies,
  { sql, row, earlierEpoch }: Append,
): Promise<OpenWriter> {
  const { id, receivedBytes: offset, writerEpoch: epoch, receipt, size } = row
  const kept = openWriters.take(id)
  if (kept?.epoch === earlierEpoch && kept.writer.position >= offset) {
    if (kept.writer.position > offset) await kept.writer.truncate(offset)
    return { writer: kept.writer, epoch, hash: kept.hash?.position === offset ? kept.hash : undefined }
  }
  await kept?.writer.close()
  const writer = await blobs.openWriter({ key: id, receipt }, { offset, fence: epoch, size, owner: sql.accountId })
  return { writer, epoch, hash: offset === 0 ? sha256State() : undefined }
}

interface Run {
  readonly open: OpenWriter
  readonly body: BodyInFlight
  readonly pool: BufferPool
}

async function runAppend(dependencies: AppendDependencies, append: Append, run: Run): Promise<Appended> {
  const { row, lock } = append
  const { request, checksum } = append.body
  const { open } = run
  const before = checksum ? open.hash?.copy() : open.hash
  const sum = checksum && checksumState(checksum.algorithm)
  const progress = { offset: row.receivedBytes, receipt: row.receipt, isFenced: false }
  const buffered = bufferedWriter({
    writer: open.writer,
    policy: dependencies.blobs.checkpoints,
    pool: run.pool,
    onBytes(bytes) {
      lock.touch()
      run.body.arrived(bytes.length)
      open.hash?.update(bytes)
      sum?.update(bytes)
    },
    async advance(durable) {
      const { offset } = progress
      await advance(dependencies, append, progress, durable)
      run.body.stored(progress.offset - offset)
    },
    commitsOnTheWay: checksum === undefined,
    now: dependencies.clock.now,
  })
  const { value: reception = 'cut', error: broken } = await settled(
    receiveBody(request, buffered, receiveOptions(dependencies, append)),
  )
  const { error: unwritten } = await settled(buffered.drain())
  let error = unwritten ?? broken
  let hash = open.hash
  if (checksum && sum && (error || reception === 'cut' || !sum.digest().equals(checksum.digest))) {
    error ??= reception === 'cut' ? undefined : mismatch()
    // The dropped bytes are after the offset, where the next writer first truncates them.
    hash = before
  } else if (!(error instanceof SyncError) && !progress.isFenced) {
    error = (await settled(buffered.commit())).error ?? error
  }
  const kept = { ...open, hash }
  if (error === undefined) return { reception, offset: progress.offset, receipt: progress.receipt, open: kept }
  if (error instanceof SyncError || progress.isFenced) await settled(open.writer.close())
  else dependencies.openWriters.keep(row.id, kept)
  throw error
}

const receiveOptions = (
  { minBytesPerSecond, rateWindowMs }: AppendDependencies,
  { maxBytes, body: { declaredBytes }, lock }: Append,
) => ({ maxBytes, declaredBytes, signal: lock.signal, minBytesPerSecond, rateWindowMs })

const mismatch = (): AppError =>
  new AppError('checksum_mismatch', {
    detail: 'The body does not match Upload-Checksum and was discarded. Send it again at the same offset.',
  })

/** Converts the result of a promise to a value: the next steps must run either way. */
const settled = <T>(promise: Promise<T>): Promise<{ value?: T; error?: Error }> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
  )

async function advance(
  { blobs, metrics, unfinishedExpiry }: AppendDependencies,
  { sql, row }: Append,
  progress: { offset: number; receipt: BlobReceipt; isFenced: boolean },
  { position: to, receipt }: Durable,
): Promise<void> {
  const { id, writerEpoch: epoch } = row
  if (!(await advanceOffset(sql, { id, from: progress.offset, to, receipt, epoch, expiresAt: unfinishedExpiry() }))) {
    progress.isFenced = true
    throw takenOver()
  }
  metrics.countBytesReceived(to - progress.offset)
  await blobs.release({ key: id, receipt: progress.receipt }, receipt)
  progress.offset = to
  progress.receipt = receipt
}
