const minutes = 60_000
const hours = 60 * minutes

/** Between one attempt and the next; the last one repeats. */
const delaysMs: readonly number[] = [
  0.5 * minutes,
  1 * minutes,
  2 * minutes,
  5 * minutes,
  10 * minutes,
  30 * minutes,
  1 * hours,
  2 * hours,
  4 * hours,
]
/** Up to this much later, so that what failed together is not tried together. */
const jitter = 0.1

export interface RetryRequest {
  /** How many are over. */
  readonly attempts: number
  readonly nowMs: number
  readonly expiresAt: Date
  /** In place of the schedule. */
  readonly delaysMs?: readonly number[] | undefined
  /** From 0 to 1. */
  readonly chance?: number
}

/** Undefined if the message expires before. */
export function findNextAttempt({ attempts, nowMs, expiresAt, chance = Math.random(), ...request }: RetryRequest) {
  const delays = request.delaysMs ?? delaysMs
  const delayMs = (delays[attempts - 1] ?? delays.at(-1) ?? 0) * (1 + jitter * chance)
  const nextMs = Math.round(nowMs + delayMs)
  return nextMs < expiresAt.getTime() ? new Date(nextMs) : undefined
}
