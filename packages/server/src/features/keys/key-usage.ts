import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { type KeyUse, setLastUsed } from './key-queries.ts'

/**
 * Collects when keys were used and writes it periodically, because a write per request would cost more than the
 * request.
 */
export interface KeyUsage {
  note(key: { readonly accountId: AccountId; readonly id: string }, network?: string): void
  start(): void
  /** Writes what was collected; after a failure it is kept for the next time. */
  flush(): Promise<void>
  /** Stops the timer and writes the rest. */
  close(): Promise<void>
}

const flushMs = 10_000

export function keyUsage({
  database,
  clock,
  log,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}): KeyUsage {
  let uses = new Map<string, KeyUse>()
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    if (uses.size === 0) return
    const taken = uses
    uses = new Map()
    try {
      // In id order, so that two nodes flushing at the same time lock the rows in the same order.
      await setLastUsed(
        database.system,
        [...taken.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
      )
    } catch (error) {
      uses = new Map([...taken, ...uses])
      log.warn('keys.usage_write_failed', { keys: uses.size, error })
    }
  }
  return {
    note: ({ accountId, id }, network) =>
      void uses.set(id, { accountId, id, usedAt: new Date(clock.now()), usedFrom: network ?? null }),
    start() {
      timer = setInterval(() => void flush(), flushMs)
      timer.unref()
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
