import type { BlobWriter } from '../../../platform/blobs/blobs.ts'
import type { BufferPool } from '../../../platform/files/buffer-pool.ts'
import { type CheckpointOptions, commitCheckpoints } from './checkpoints.ts'
import type { BodyReceiver } from './receive-body.ts'

/** Moves the bytes of one request to its blob, writing while the next ones arrive. */

export interface BufferedWriterOptions extends Omit<CheckpointOptions, 'writer'> {
  readonly writer: BlobWriter
  readonly pool: BufferPool
  /** Receives every byte once, in order. */
  readonly onBytes: (bytes: Uint8Array) => void
  /** False while nothing may be committed before the request ends, because its checksum is not verified yet. */
  readonly commitsOnTheWay: boolean
}

export interface BufferedWriter extends BodyReceiver {
  /** Resolves when nothing is being written any more; rejects if something could not be written. */
  drain(): Promise<void>
  /** Makes everything written durable and publishes the offset. Only after `drain`, even if that rejected. */
  commit(): Promise<void>
}

/** The maximum time that a slow sender's bytes wait for a full buffer; they do not wait if others need one. */
const lingerMs = 50

/** A chunk of a socket, and how much of it is in buffers. */
interface Arrived {
  readonly chunk: Buffer
  copied: number
}

/** Frees the memory of a copied chunk immediately: otherwise 64 MiB and more would wait for the garbage collector. */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

export function bufferedWriter(options: BufferedWriterOptions): BufferedWriter {
  const { writer, pool, onBytes, commitsOnTheWay } = options
  const checkpoints = commitCheckpoints(options)
  const onWritten = async (): Promise<void> => (commitsOnTheWay ? checkpoints.runWhenDue() : undefined)
  const queue = writeQueue({ writer, pool, onWritten })
  let current: { readonly buffer: Buffer; used: number } | undefined
  const overflow: Arrived[] = []
  let making: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const seal = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!current) return
    const { buffer, used: length } = current
    current = undefined
    onBytes(buffer.subarray(0, length))
    queue.add({ buffer, length })
  }
  /** For any sender: a half-full buffer must not be kept from the others. */
  const sealSoon = (): void => {
    if (current) timer ??= setTimeout(seal, pool.isWanted ? 0 : lingerMs)
  }
  /** False if there are not enough buffers for all of it. */
  const copyAll = (arrived: Arrived): boolean => {
    const { chunk } = arrived
    while (arrived.copied < chunk.length) {
      const buffer = current ? undefined : pool.take()
      if (buffer) current = { buffer, used: 0 }
      if (!current) return false
      const copied = chunk.copy(current.buffer, current.used, arrived.copied)
      current.used += copied
      arrived.copied += copied
      if (current.used === current.buffer.length) seal()
    }
    release(chunk)
    return true
  }
  const makeRoom = async (): Promise<void> => {
    for (let first = overflow[0]; first; first = overflow[0]) {
      current ??= { buffer: await pool.wait(), used: 0 }
      if (copyAll(first)) overflow.shift()
    }
    sealSoon()
    await queue.room()
  }
  // One at a time: two that wait for a buffer would each take one, and the bytes in the first would be lost.
  const room = (): Promise<void> | undefined => {
    if (queue.hasFailed || queue.isFull || overflow.length > 0)
      making ??= makeRoom().finally(() => {
        making = undefined
      })
    return making
  }
  return {
    push(chunk) {
      const arrived = { chunk, copied: 0 }
      // Earlier chunks are copied first.
      if (overflow.length > 0 || !copyAll(arrived)) overflow.push(arrived)
      sealSoon()
    },
    room,
    async drain() {
      await Promise.allSettled([room()])
      seal()
      const [written] = await Promise.allSettled([queue.settle()])
      await checkpoints.settle()
      if (written.status === 'rejected') throw written.reason
    },
    commit: checkpoints.run,
  }
}

/** Full buffers for the blob: written in order, several at a time, and returned to the pool. */
interface WriteQueue {
  /** True if so much waits that accepting more would only use memory. */
  readonly isFull: boolean
  /** True after a failed write; what is added then is dropped. */
  readonly hasFailed: boolean
  add(filled: Filled): void
  /** Resolves when the queue is not full; rejects if a write failed. */
  room(): Promise<void>
  /** Resolves when nothing is being written; rejects if a write failed. */
  settle(): Promise<void>
}

interface Filled {
  readonly buffer: Buffer
  readonly length: number
}

interface WriteQueueOptions {
  readonly writer: Pick<BlobWriter, 'write'>
  readonly pool: BufferPool
  readonly onWritten: () => Promise<void>
}

/** How many full buffers of one upload are written at a time; as many fill meanwhile. */
const buffersAtOnce = 4

function writeQueue({ writer, pool, onWritten }: WriteQueueOptions): WriteQueue {
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
