import { setTimeout as sleep } from 'node:timers/promises'
import type { Quota, RateLimiter } from './rate-limit.ts'

/**
 * A client that continues after many refusals in a minute gets each further one late. A refusal costs the hub little,
 * but a program that retries as fast as it is refused would still take processor time from the others.
 */

const refusals: Quota = { policy: 'refusals', limit: 100 }

const delayMs = 1_000

/** Answers whether the subject had too many before. */
export const countRefusal = (rateLimiter: RateLimiter, subject: string): boolean =>
  !rateLimiter.consume(subject, refusals).isAllowed

/** Counts a refusal of the subject, and waits when it had too many. */
export async function delayPersistent(rateLimiter: RateLimiter, subject: string): Promise<void> {
  if (countRefusal(rateLimiter, subject)) await sleep(delayMs)
}

/** The same for who can be refused only after work: waits before it and counts nothing. */
export async function delayKnownPersistent(rateLimiter: RateLimiter, subject: string): Promise<void> {
  if (rateLimiter.isUsedUp(subject, refusals)) await sleep(delayMs)
}
