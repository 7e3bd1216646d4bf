import type { IncomingMessage } from 'node:http'
import { AppError } from '@spindle/contract'
import { type Blobs, SyncError } from '../../../platform/blobs/blobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { advanceOffset, type UploadRow } from '../model/upload-store.ts'
import type { ExpectedChecksum } from '../routes/tus-headers.ts'
import { type BufferPool, createBufferPool } from './buffer-pool.ts'
import { createIntake } from './buffered-writer.ts'
import { createChecksum } from './checksum.ts'
import { createRunningDigest } from './hash-state.ts'
import type { Session, Sessions } from './open-writers.ts'
import { type Reception, receive } from './receive-body.ts'
import type { Turn } from './upload-lock.ts'

/**
 * One body into one upload. Whatever ends it - completeness, a cut, a full disk, another writer - what is durable is
 * committed and nothing else; a body with a checksum counts only when it is whole and right.
 */

export interface AppendDependencies {
  readonly blobs: Blobs
  readonly sessions: Sessions
  readonly clock: Clock
  readonly metrics: Metrics
  readonly minBytesPerSecond: number
  readonly rateWindowMs: number
  /** When an unfinished upload expires, from now. */
  readonly unfinishedExpiry: () => Date
}

export interface Append {
  readonly sql: Tenant
  /** As claimed: its epoch is ours. */
  readonly row: UploadRow
  readonly earlierEpoch: number
  readonly turn: Turn
  readonly request: IncomingMessage
  readonly maxBytes: number
  readonly declaredBytes: number | undefined
  readonly checksum: ExpectedChecksum | undefined
}

export interface Appended {
  readonly reception: Reception
  readonly offset: number
  readonly session: Session
}

export type Appender = (append: Append) => Promise<Appended>

const bufferBytes = 256 * 1024
const bufferCount = 64

export function createAppender(dependencies: AppendDependencies): Appender {
  const pool = createBufferPool({ bufferBytes, count: bufferCount })
  return async (append) => runAppend(dependencies, append, { pool, session: await openSession(dependencies, append) })
}

/** Continues where this process left off when nobody wrote since; else begins a segment at the committed offset. */
async function openSession({ sessions, blobs }: AppendDependencies, { row, earlierEpoch }: Append): Promise<Session> {
  const { id, receivedBytes: offset, writerEpoch: epoch } = row
  const kept = sessions.take(id)
  if (kept?.epoch === earlierEpoch && kept.writer.position >= offset) {
    if (kept.writer.position > offset) await kept.writer.truncate(offset)
    return { writer: kept.writer, epoch, digest: kept.digest?.position === offset ? kept.digest : undefined }
  }
  await kept?.writer.close()
  const writer = await blobs.openWriter(id, { offset, fence: epoch })
  return { writer, epoch, digest: offset === 0 ? createRunningDigest() : undefined }
}

interface Run {
  readonly session: Session
  readonly pool: BufferPool
}

async function runAppend(dependencies: AppendDependencies, append: Append, run: Run): Promise<Appended> {
  const { request, row, turn, checksum } = append
  const { session } = run
  const before = checksum ? session.digest?.copy() : session.digest
  const body = checksum && createChecksum(checksum.algorithm)
  const progress = { offset: row.receivedBytes, isFenced: false }
  const intake = createIntake({
    writer: session.writer,
    pool: run.pool,
    onBytes(bytes) {
      turn.touch()
      session.digest?.update(bytes)
      body?.update(bytes)
    },
    advance: (position) => advance(dependencies, append, progress, position),
    commitsOnTheWay: checksum === undefined,
    now: dependencies.clock.now,
  })
  const { value: reception = 'cut', error: broken } = await settled(
    receive(request, intake, receiveOptions(dependencies, append)),
  )
  const { error: unwritten } = await settled(intake.drain())
  let error = unwritten ?? broken
  let digest = session.digest
  if (checksum && body && (error || reception === 'cut' || !body.digest().equals(checksum.digest))) {
    error ??= reception === 'cut' ? undefined : mismatch()
    // The dropped bytes lie beyond the offset, where the next writer begins by cutting them off.
    digest = before
  } else if (!(error instanceof SyncError) && !progress.isFenced) {
    error = (await settled(intake.commit())).error ?? error
  }
  const kept = { ...session, digest }
  if (error === undefined) return { reception, offset: progress.offset, session: kept }
  if (error instanceof SyncError || progress.isFenced) await settled(session.writer.close())
  else dependencies.sessions.keep(row.id, kept)
  throw error
}

const receiveOptions = (
  { minBytesPerSecond, rateWindowMs }: AppendDependencies,
  { maxBytes, declaredBytes, turn }: Append,
) => ({ maxBytes, declaredBytes, signal: turn.signal, minBytesPerSecond, rateWindowMs })

const mismatch = (): AppError =>
  new AppError('checksum_mismatch', {
    detail: 'The body does not match Upload-Checksum and was dropped. Send it again at the same offset.',
  })

/** The end of a promise as a value: what follows must happen either way. */
const settled = <T>(promise: Promise<T>): Promise<{ value?: T; error?: Error }> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
  )

async function advance(
  { metrics, unfinishedExpiry }: AppendDependencies,
  { sql, row }: Append,
  progress: { offset: number; isFenced: boolean },
  to: number,
): Promise<void> {
  const { id, writerEpoch: epoch } = row
  if (!(await advanceOffset(sql, { id, from: progress.offset, to, epoch, expiresAt: unfinishedExpiry() }))) {
    progress.isFenced = true
    throw new AppError('upload_busy', {
      detail: 'Another request took this upload over. Ask for the offset and continue there.',
    })
  }
  metrics.countBytesReceived(to - progress.offset)
  progress.offset = to
}
