import { AppError, limits } from '@spindle/contract'

/**
 * Larger limits of an account that moves its catalog in. The operator opens a move until an instant, and only this
 * instant decides: no job ends it.
 */
export interface MoveIn {
  /** ISO 8601, UTC. */
  readonly until: string
  /** How many times the usual requests per minute. */
  readonly factor: number
  /** How much the account may store, if that is more than usual. */
  readonly storedBytes: number | null
}

export const isOpen = ({ until }: MoveIn, nowMs: number): boolean => nowMs < Date.parse(until)

/** Throws `validation_failed`. */
export function requireValidMoveIn({ until, factor, storedBytes }: MoveIn, nowMs: number): void {
  const { minMoveInFactor: min, maxMoveInFactor: max } = limits
  const errors = [
    ...(Date.parse(until) > nowMs
      ? []
      : [{ pointer: '/until', code: 'until', detail: 'until must be in the future.', fix: 'Give a later instant.' }]),
    ...(Number.isInteger(factor) && factor >= min && factor <= max
      ? []
      : [
          {
            pointer: '/factor',
            code: 'factor',
            detail: `factor must be a whole number from ${min} to ${max}.`,
            fix: `Give a number from ${min} to ${max}, such as 10.`,
          },
        ]),
    ...(storedBytes === null || (Number.isSafeInteger(storedBytes) && storedBytes >= 1)
      ? []
      : [
          {
            pointer: '/storedBytes',
            code: 'stored_bytes',
            detail: `storedBytes must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.`,
            fix: 'Give a number of bytes, or leave it out.',
          },
        ]),
  ]
  const [first] = errors
  if (first) throw new AppError('validation_failed', { detail: `${first.detail} ${first.fix}`, errors })
}
