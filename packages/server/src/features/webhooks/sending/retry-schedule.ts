/** When a message is tried again: the schedule that Standard Webhooks 1.0.0 gives as its example, over three days. */

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

/** Between one attempt and the next. The first attempt is made at once, and the tenth is the last. */
export const retryDelaysMs: readonly number[] = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
]

/** Up to this much later than the schedule says, so that what failed together is not tried together. */
const jitter = 0.1
/** What a receiver may ask for at most. */
const maxRetryAfterMs = 24 * hours

export interface RetryRequest {
  /** How many attempts are over. */
  readonly attempts: number
  /** The Retry-After of the receiver. */
  readonly retryAfterMs: number | undefined
  readonly delaysMs?: readonly number[]
  /** From 0 to 1. */
  readonly chance?: number
}

/** Milliseconds until the next attempt; undefined where the last one is over. */
export function findRetryDelay({
  attempts,
  retryAfterMs = 0,
  delaysMs = retryDelaysMs,
  chance = Math.random(),
}: RetryRequest): number | undefined {
  const delay = delaysMs[attempts - 1]
  if (delay === undefined) return undefined
  return Math.round(Math.max(delay * (1 + jitter * chance), Math.min(retryAfterMs, maxRetryAfterMs)))
}

/** Of 429 and 503 alone (RFC 9110 section 10.2.3): seconds, or a date. */
export function parseRetryAfter(status: number | null, header: string | undefined, nowMs: number): number | undefined {
  if ((status !== 429 && status !== 503) || header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * seconds
  const at = Date.parse(text)
  return Number.isNaN(at) || at <= nowMs ? undefined : at - nowMs
}
