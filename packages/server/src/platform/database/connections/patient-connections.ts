import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isUnavailable } from '../postgres-errors.ts'
import { patienceMs, retryMs } from './time-limits.ts'

/**
 * No statement has run while a connection is only asked for, so that is tried again. In an outage that has lasted longer
 * everybody is told at once.
 */
export function patientConnections(pool: Pick<pg.Pool, 'connect'>): () => Promise<pg.PoolClient> {
  let awaySinceMs: number | undefined
  return async () => {
    // Of one's own: where the pool is crowded others get connections all the time, and the database is never away.
    let untilMs: number | undefined
    for (;;) {
      try {
        const client = await pool.connect()
        awaySinceMs = undefined
        return client
      } catch (error) {
        if (!isUnavailable(error)) throw error
        const nowMs = performance.now()
        awaySinceMs ??= nowMs
        untilMs ??= nowMs + patienceMs
        if (nowMs - awaySinceMs > patienceMs || nowMs > untilMs) throw error
        await sleep(retryMs)
      }
    }
  }
}

/** Tries again what ended with its connection, where `mayRepeat` says of the failure that nothing is done twice. */
export async function repeatInterrupted<T>(
  attempt: () => Promise<T>,
  mayRepeat: (error: unknown) => boolean,
): Promise<T> {
  let untilMs: number | undefined
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!mayRepeat(error)) throw error
      untilMs ??= performance.now() + patienceMs
      if (performance.now() > untilMs) throw error
      await sleep(retryMs)
    }
  }
}
