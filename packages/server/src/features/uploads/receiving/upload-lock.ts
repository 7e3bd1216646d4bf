import { AppError } from '@spindle/contract'
import { takenOver } from '../model/upload-errors.ts'

/**
 * One request at a time works on an upload in this process. A client that lost its connection must not wait until the
 * old one times out: a new request stops the holder, and a holder that receives nothing is stopped by the next one that
 * waits.
 */

export interface UploadLock {
  /** Aborted, with an AppError as reason, when the holder must stop. */
  readonly signal: AbortSignal
  /** The holder has claimed the upload with this epoch: a later claim, on any node, stops it. */
  writesAs(epoch: number): void
  /** Bytes arrived: the holder is alive. */
  touch(): void
  release(): void
}

/**
 * Includes the account: a client that only has the id gets a separate lock, and finds no row. The lock comes before the
 * row, so that requests get it in the order of their arrival.
 */
export interface LockedUpload {
  readonly accountId: string
  readonly id: string
}

export interface AcquireOptions {
  /** Stops the holder immediately instead of waiting for it. */
  readonly preempt: boolean
}

export interface UploadLocks {
  /** Throws `upload_busy` if the holder does not release it in time, `shutting_down` after `close`. */
  acquire(upload: LockedUpload, options: AcquireOptions): Promise<UploadLock>
  /** Acquires the lock, works, and always releases it. */
  run<T>(upload: LockedUpload, options: AcquireOptions, work: (lock: UploadLock) => Promise<T>): Promise<T>
  /** Another node has claimed the upload with this epoch: a holder with an earlier one stops. */
  fence(upload: LockedUpload, epoch: number): void
  /** Stops every holder and resolves when all have released their locks. */
  close(): Promise<void>
}

interface Holder {
  readonly controller: AbortController
  readonly released: Promise<void>
  /** Undefined until it has claimed the upload. */
  epoch: number | undefined
  touchedAt: number
}

const patienceMs = 3_000
const idleMs = 1_000
const lookMs = 100

export function uploadLocks(): UploadLocks {
  const holders = new Map<string, Holder>()
  let isClosed = false
  const hold = (key: string): UploadLock => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const holder: Holder = {
      controller: new AbortController(),
      released: promise,
      epoch: undefined,
      touchedAt: performance.now(),
    }
    holders.set(key, holder)
    return {
      signal: holder.controller.signal,
      writesAs(epoch) {
        holder.epoch = epoch
      },
      touch() {
        holder.touchedAt = performance.now()
      },
      release() {
        holders.delete(key)
        resolve()
      },
    }
  }
  const acquire = async (upload: LockedUpload, { preempt }: AcquireOptions): Promise<UploadLock> => {
    const key = keyOf(upload)
    const deadline = performance.now() + patienceMs
    for (let holder = holders.get(key); holder; holder = holders.get(key)) {
      const now = performance.now()
      if (now >= deadline) throw new AppError('upload_busy', { retryAfterSeconds: 1 })
      if (preempt || now - holder.touchedAt > idleMs) holder.controller.abort(takenOver())
      await settledWithin(holder.released, lookMs)
    }
    if (isClosed) throw new AppError('shutting_down', { retryAfterSeconds: 5 })
    return hold(key)
  }
  return {
    acquire,
    async run(upload, options, work) {
      const lock = await acquire(upload, options)
      try {
        return await work(lock)
      } finally {
        lock.release()
      }
    },
    fence(upload, epoch) {
      const holder = holders.get(keyOf(upload))
      if (holder?.epoch !== undefined && holder.epoch < epoch) holder.controller.abort(takenOver())
    },
    async close() {
      isClosed = true
      const all = [...holders.values()]
      for (const { controller } of all) controller.abort(new AppError('shutting_down', { retryAfterSeconds: 5 }))
      await Promise.all(all.map(({ released }) => released))
    },
  }
}

const keyOf = ({ accountId, id }: LockedUpload): string => `${accountId}/${id}`

async function settledWithin(promise: Promise<void>, ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, late])
  clearTimeout(timer)
}
