import { AppError } from '@spindle/contract'
import { takenOver } from '../model/upload-errors.ts'

/**
 * One request at a time works on an upload in this process. A client that lost its connection must not wait for the old
 * one to time out: whoever takes over stops the holder, and a holder that receives nothing is stopped by whoever waits.
 */

export interface UploadLock {
  /** Aborted, with an AppError as reason, when the holder must stop. */
  readonly signal: AbortSignal
  /** Bytes arrived: the holder is alive. */
  touch(): void
  release(): void
}

export interface AcquireOptions {
  /** Stops the holder at once in place of waiting for it. */
  readonly preempt: boolean
}

export interface UploadLocks {
  /** Throws `upload_busy` when the holder does not let go in time, `shutting_down` after `close`. */
  acquire(id: string, options: AcquireOptions): Promise<UploadLock>
  /** Acquires the lock, works, and releases it however the work ends. */
  run<T>(id: string, options: AcquireOptions, work: (lock: UploadLock) => Promise<T>): Promise<T>
  /** Stops every holder and resolves when all have let go. */
  close(): Promise<void>
}

interface Holder {
  readonly controller: AbortController
  readonly released: Promise<void>
  touchedAt: number
}

const patienceMs = 3_000
const idleMs = 1_000
const lookMs = 100

export function uploadLocks(): UploadLocks {
  const holders = new Map<string, Holder>()
  let isClosed = false
  const hold = (id: string): UploadLock => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const holder = { controller: new AbortController(), released: promise, touchedAt: performance.now() }
    holders.set(id, holder)
    return {
      signal: holder.controller.signal,
      touch() {
        holder.touchedAt = performance.now()
      },
      release() {
        holders.delete(id)
        resolve()
      },
    }
  }
  const acquire = async (id: string, { preempt }: AcquireOptions): Promise<UploadLock> => {
    const deadline = performance.now() + patienceMs
    for (let holder = holders.get(id); holder; holder = holders.get(id)) {
      const now = performance.now()
      if (now >= deadline) throw new AppError('upload_busy', { retryAfterSeconds: 1 })
      if (preempt || now - holder.touchedAt > idleMs) holder.controller.abort(takenOver())
      await settledWithin(holder.released, lookMs)
    }
    if (isClosed) throw new AppError('shutting_down', { retryAfterSeconds: 5 })
    return hold(id)
  }
  return {
    acquire,
    async run(id, options, work) {
      const lock = await acquire(id, options)
      try {
        return await work(lock)
      } finally {
        lock.release()
      }
    },
    async close() {
      isClosed = true
      const all = [...holders.values()]
      for (const { controller } of all) controller.abort(new AppError('shutting_down', { retryAfterSeconds: 5 }))
      await Promise.all(all.map(({ released }) => released))
    },
  }
}

async function settledWithin(promise: Promise<void>, ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, late])
  clearTimeout(timer)
}
