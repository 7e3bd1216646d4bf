import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@spindle/contract'
import type { Use } from './rate-limit.ts'

/**
 * How fast a subject may use its minute up. A limit alone lets everything that is allowed come in the same second, the
 * heaviest first. Here a sixteenth of it may come at once, and what follows is spread over half a minute; requests wait
 * for their turn, they are not refused.
 */
export interface Pace {
  /**
   * Takes the cost of the use (1 by default) and resolves when its turn has come. Throws `rate_limited` when that is
   * too far off.
   */
  waitForTurn(use: Use): Promise<void>
  /** Takes what a request turned out to weigh: those that follow wait for it. */
  charge(use: Use): void
}

const spreadMs = 30_000
const burstPart = 1 / 16
const minBurst = 20
const maxWaitMs = 10_000
const maxSubjects = 10_000

/** `nowMs` is monotonic. */
export function pace(nowMs: () => number = () => performance.now()): Pace {
  // The instant until which a subject has taken its share.
  const takenUntil = new Map<string, number>()
  const untilOf = (key: string): number => Math.max(takenUntil.get(key) ?? 0, nowMs())
  const take = (use: Use): void => {
    if (takenUntil.size > maxSubjects) forgetIdle(takenUntil, nowMs())
    takenUntil.set(keyOf(use), untilOf(keyOf(use)) + (use.cost ?? 1) * unitMs(use))
  }
  return {
    async waitForTurn(use) {
      const waitMs = untilOf(keyOf(use)) - nowMs() - burstMs(use)
      if (waitMs > maxWaitMs)
        throw new AppError('rate_limited', {
          retryAfterSeconds: Math.ceil(waitMs / 1_000),
          detail: 'Too many large requests at the same time. Try again when the running requests are finished.',
        })
      take(use)
      if (waitMs > 0) await sleep(waitMs)
    },
    charge: take,
  }
}

const unitMs = ({ quota }: Use): number => spreadMs / quota.limit
const burstMs = (use: Use): number => Math.max(minBurst, use.quota.limit * burstPart) * unitMs(use)
const keyOf = ({ subject, quota }: Use): string => `${quota.policy}\0${subject}`

function forgetIdle(takenUntil: Map<string, number>, nowMs: number): void {
  for (const [key, untilMs] of takenUntil) if (untilMs <= nowMs) takenUntil.delete(key)
}
