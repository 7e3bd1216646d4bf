import type { ServerResponse } from 'node:http'
import { AppError } from '@spindle/contract'

/**
 * Answers that are made and not yet taken cost memory for as long as their reader pleases, so what waits for the readers
 * of one account, and of all, is bounded.
 */
export interface UnsentBytes {
  /** Throws `overloaded` when so much more would be too much for the account, or for all; a first answer always may go. */
  requireRoom(accountId: string, bytes?: number): void
  /** Counts the answer until it is sent or given up. */
  hold(accountId: string, bytes: number, response: ServerResponse): void
}

export interface UnsentBytesLimits {
  readonly perAccount: number
  readonly overall: number
}

const mebibyte = 1024 ** 2
const defaults: UnsentBytesLimits = { perAccount: 32 * mebibyte, overall: 192 * mebibyte }

export function unsentBytes({ perAccount, overall }: UnsentBytesLimits = defaults): UnsentBytes {
  const waiting = new Map<string, number>()
  let total = 0
  const add = (accountId: string, bytes: number): void => {
    total += bytes
    const left = (waiting.get(accountId) ?? 0) + bytes
    if (left === 0) waiting.delete(accountId)
    else waiting.set(accountId, left)
  }
  const refuse = (): never => {
    throw new AppError('overloaded', {
      retryAfterSeconds: 1,
      detail: 'Too much that was asked for is not yet read. Read the answers that are under way, then ask again.',
    })
  }
  return {
    requireRoom(accountId, bytes = 1) {
      const before = waiting.get(accountId) ?? 0
      if (before > 0 && (before + bytes > perAccount || total + bytes > overall)) refuse()
    },
    hold(accountId, bytes, response) {
      if (bytes === 0) return
      let isHeld = true
      const release = (): void => {
        if (isHeld) add(accountId, -bytes)
        isHeld = false
      }
      add(accountId, bytes)
      // The first of the two: answers to the hub itself are never closed.
      response.once('finish', release)
      response.once('close', release)
    },
  }
}
