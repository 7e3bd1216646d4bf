import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isUnavailable } from '../postgres-errors.ts'
import { patienceMs, retryMs } from './time-limits.ts'

/** Retries to get a connection, because no statement has run yet. In a longer outage every caller fails immediately. */
export function patientConnections(pool: Pick<pg.Pool, 'connect'>): () => Promise<pg.PoolClient> {
  let awaySinceMs: number | undefined
  return async () => {
    // Per caller: in a crowded pool other callers still get connections, so the database is not considered away.
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

/** Retries what failed because its connection was lost, if `mayRepeat` says that nothing is done twice. */
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
