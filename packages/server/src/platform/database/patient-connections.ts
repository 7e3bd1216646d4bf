import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isUnavailable } from './postgres-errors.ts'

/**
 * A planned switchover takes the database away for a moment. No statement has run while a connection is only asked for, so
 * that is tried again, for as long as a request can bear. In an outage that has lasted longer everybody is told at once.
 */
const patienceMs = 5_000
const retryMs = 100

export function patientConnections(pool: Pick<pg.Pool, 'connect'>): () => Promise<pg.PoolClient> {
  let awaySinceMs: number | undefined
  return async () => {
    for (;;) {
      try {
        const client = await pool.connect()
        awaySinceMs = undefined
        return client
      } catch (error) {
        if (!isUnavailable(error)) throw error
        awaySinceMs ??= performance.now()
        if (performance.now() - awaySinceMs > patienceMs) throw error
        await sleep(retryMs)
      }
    }
  }
}
