import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@spindle/contract'

/** The calls under way: a hub that stops lets them come to an end, and takes no others. */
export interface RunningCalls {
  /** Throws `shutting_down`. */
  requireOpen(): void
  track(work: Promise<void>): Promise<void>
  /** Resolves when none is left, or after the time. */
  close(timeoutMs: number): Promise<void>
}

export function runningCalls(): RunningCalls {
  const running = new Set<Promise<void>>()
  let isClosing = false
  return {
    requireOpen() {
      if (isClosing) throw new AppError('shutting_down', { retryAfterSeconds: 1 })
    },
    async track(work) {
      running.add(work)
      try {
        await work
      } finally {
        running.delete(work)
      }
    },
    async close(timeoutMs) {
      isClosing = true
      await Promise.race([Promise.allSettled(running), wait(timeoutMs, undefined, { ref: false })])
    },
  }
}
