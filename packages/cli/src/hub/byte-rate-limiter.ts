import { setTimeout as sleep } from 'node:timers/promises'

/** What a limiter needs of time: milliseconds of any clock that does not go back, and a way to wait. */
export interface LimiterClock {
  now(): number
  /** Throws the reason of the signal when it is aborted. */
  sleep(ms: number): Promise<void>
}

/** Waits before so many bytes may pass; one limiter for all files that share a connection. */
export type ByteRateLimiter = (bytes: number) => Promise<void>

/** Lets on average `bytesPerSecond` pass; simultaneous calls wait in their order. */
export function byteRateLimiter(bytesPerSecond: number, { now, sleep: wait }: LimiterClock): ByteRateLimiter {
  let freeAtMs = Number.NEGATIVE_INFINITY
  return async (bytes) => {
    const startMs = Math.max(now(), freeAtMs)
    freeAtMs = startMs + (bytes / bytesPerSecond) * 1000
    // After the bytes, not before: a file of one chunk would otherwise pass at any speed.
    await wait(freeAtMs - now())
  }
}

/** The clock of this machine; waiting ends with the signal. */
export const limiterClock = (signal: AbortSignal): LimiterClock => ({
  now: () => performance.now(),
  sleep: async (ms) => {
    await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
  },
})
