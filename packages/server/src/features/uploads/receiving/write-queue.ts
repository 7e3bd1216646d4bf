import type { BlobWriter } from '../../../platform/blobs/blobs.ts'
import type { BufferPool } from './buffer-pool.ts'

/** Full buffers on their way to the blob: written in order, several at once, and given back to the pool. */
export interface WriteQueue {
  /** True when so much waits that taking more would only be memory. */
  readonly isFull: boolean
  /** True after a write failed; what is added then is dropped. */
  readonly hasFailed: boolean
  add(filled: Filled): void
  /** Resolves when the queue is not full; rejects when a write failed. */
  room(): Promise<void>
  /** Resolves when nothing is being written; rejects when a write failed. */
  settle(): Promise<void>
}

export interface Filled {
  readonly buffer: Buffer
  readonly length: number
}

export interface WriteQueueOptions {
  readonly writer: Pick<BlobWriter, 'write'>
  readonly pool: BufferPool
  readonly onWritten: () => Promise<void>
}

/** So many full buffers of one upload are written at once, and as many fill meanwhile. */
const buffersAtOnce = 4

export function writeQueue({ writer, pool, onWritten }: WriteQueueOptions): WriteQueue {
  let waiting: Filled[] = []
  let writing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  const write = async (batch: readonly Filled[]): Promise<void> => {
    try {
      if (failure) return
      await writer.write(batch.map(({ buffer, length }) => buffer.subarray(0, length)))
      await onWritten()
    } catch (error) {
      failure = { error }
    } finally {
      for (const { buffer } of batch) pool.give(buffer)
    }
  }
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await write(batch)
    }
    writing = undefined
  }
  const throwFailure = (): void => {
    if (failure) throw failure.error
  }
  return {
    get isFull() {
      return waiting.length >= buffersAtOnce
    },
    get hasFailed() {
      return failure !== undefined
    },
    add(filled) {
      waiting.push(filled)
      writing ??= writeAll()
    },
    async room() {
      while (waiting.length >= buffersAtOnce) await writing
      throwFailure()
    },
    async settle() {
      await writing
      throwFailure()
    },
  }
}
