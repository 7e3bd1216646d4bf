import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionError, SpindleError } from '@spindle/client'

/** Waiting for a hub that restarts, or a network that is gone for a while. */

/** How patient to be with a hub that does not answer. */
export interface RetryWhileAway {
  readonly signal: AbortSignal
  /** Called once with the reason for the wait; the work continues automatically when the hub is back. */
  readonly onAway: (error: SpindleError) => void
  /** How long the hub may be away; default 10 minutes. */
  readonly patienceMs?: number | undefined
  /** The first pause, in milliseconds; pauses grow to ten times of it. */
  readonly pauseMs?: number | undefined
}

/** Repeats work that changes nothing, or is the same when it is done twice, until the hub answers. */
export async function retryWhileAway<T>(work: () => Promise<T>, options: RetryWhileAway): Promise<T> {
  const { signal, onAway, patienceMs = 600_000, pauseMs = 500 } = options
  const endsAtMs = Date.now() + patienceMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isAway(error) || Date.now() >= endsAtMs) throw error
      if (attempt === 0) onAway(error)
      const growingMs = Math.min(pauseMs * 1.5 ** attempt, pauseMs * 10)
      await sleep(Math.max(growingMs, (error.retryAfterSeconds ?? 0) * 1000), undefined, { signal }).catch(() =>
        signal.throwIfAborted(),
      )
    }
  }
}

const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Whether the hub may answer the same request in a while. */
export const isAway = (error: unknown): error is SpindleError =>
  error instanceof ConnectionError ||
  (error instanceof SpindleError && error.status !== undefined && passing.has(error.status))
