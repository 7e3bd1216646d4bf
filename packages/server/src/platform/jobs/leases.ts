import type { Sql } from '../database/sql.ts'
import type { Log } from '../log.ts'

/**
 * A job belongs to a worker only while that worker renews its lease. By itself graphile-worker leaves the jobs of a
 * process that crashed locked for four hours; here somebody takes them up within twenty seconds.
 */
export interface Leases {
  stop(): void
}

const renewMs = 3_000
const lease = `interval '15 seconds'`

/** Renews the leases of this process and frees jobs of processes that are gone. */
export function keepLeases(system: Sql, owner: string, log: Log): Leases {
  let timer: NodeJS.Timeout
  let isStopped = false
  const turn = async (): Promise<void> => {
    try {
      await renew(system, owner)
      const freed = await freeAbandoned(system)
      if (freed > 0) log.warn('jobs.abandoned_released', { jobs: freed })
    } catch (error) {
      log.warn('jobs.lease_renewal_failed', { error })
    }
    if (!isStopped) timer = setTimeout(() => void turn(), renewMs)
  }
  timer = setTimeout(() => void turn(), 0)
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const renew = (system: Sql, owner: string): Promise<number> =>
  system.execute('update graphile_worker._private_jobs set locked_at = now() where locked_by = $1', [owner])

const freeAbandoned = (system: Sql): Promise<number> =>
  system.execute(
    `update graphile_worker._private_jobs
     set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     where locked_at < now() - ${lease}`,
  )
