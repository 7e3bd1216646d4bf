import type { BlobWriter } from '../../../platform/blobs/blobs.ts'
import type { Receiver } from './receive.ts'

/**
 * Moves bytes from one request to its blob, writing while the next bytes arrive. Owns the order of the promise: a
 * checkpoint syncs first and commits the synced position afterwards, never a byte more.
 */

export interface IntakeOptions {
  readonly writer: BlobWriter
  /** Sees every chunk once, in order. */
  readonly onChunk: (chunk: Buffer) => void
  /** Makes the offset public; rejects when the writer was fenced. */
  readonly advance: (position: number) => Promise<void>
  /** False while nothing may be committed before the request ends: its checksum is not known to be right. */
  readonly commitsOnTheWay: boolean
  readonly batchBytes: number
  readonly now: () => number
}

export interface Intake extends Receiver {
  /** Resolves when nothing is being written any more; rejects when something pushed could not be. */
  drain(): Promise<void>
  /** Makes everything written durable and the offset public. Only after `drain`, whether or not it rejected. */
  commit(): Promise<void>
}

const checkpointBytes = 32 * 1024 * 1024
const checkpointMs = 10_000
const minCheckpointBytes = 64 * 1024
/** A slow sender's bytes do not wait for a full batch longer than this. */
const batchMs = 50

export function createIntake(options: IntakeOptions): Intake {
  const { writer, onChunk, advance, commitsOnTheWay, batchBytes, now } = options
  let batch: Buffer[] = []
  let batched = 0
  let pending = 0
  let failure: { readonly error: unknown } | undefined
  let writes: Promise<void> = Promise.resolve()
  let earlierWrites = writes
  let checkpoint: Promise<void> | undefined
  let committed = writer.position
  let checkpointAt = now()
  let timer: NodeJS.Timeout | undefined

  const fail = (error: unknown): void => {
    failure ??= { error }
  }
  const runCheckpoint = async (): Promise<void> => {
    const position = await writer.sync()
    if (position === committed) return
    await advance(position)
    committed = position
    checkpointAt = now()
  }
  const isDue = (): boolean => {
    const ahead = writer.position - committed
    return ahead >= checkpointBytes || (ahead >= minCheckpointBytes && now() - checkpointAt >= checkpointMs)
  }
  const checkpointWhenDue = (): void => {
    if (!commitsOnTheWay || checkpoint || !isDue()) return
    checkpoint = runCheckpoint()
      .catch(fail)
      .finally(() => {
        checkpoint = undefined
      })
  }
  const write = async (chunks: readonly Buffer[], bytes: number): Promise<void> => {
    try {
      if (failure) return
      await writer.write(chunks)
      checkpointWhenDue()
      // Dirty pages stay bounded: the disk decides the pace, not the memory.
      if (checkpoint && writer.position - committed > 2 * checkpointBytes) await checkpoint
    } catch (error) {
      fail(error)
    } finally {
      pending -= bytes
    }
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (batched === 0) return
    const [chunks, bytes] = [batch, batched]
    batch = []
    batched = 0
    pending += bytes
    earlierWrites = writes
    writes = writes.then(() => write(chunks, bytes))
  }
  return {
    push(chunk) {
      onChunk(chunk)
      batch.push(chunk)
      batched += chunk.length
      if (batched >= batchBytes) flush()
      else timer ??= setTimeout(flush, batchMs)
    },
    room() {
      if (failure) return Promise.reject(failure.error)
      // One batch is being written while the next one fills: more would only be memory.
      return pending > batchBytes ? earlierWrites : undefined
    },
    async drain() {
      flush()
      await writes
      await checkpoint
      if (failure) throw failure.error
    },
    commit: runCheckpoint,
  }
}
