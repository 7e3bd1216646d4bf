import type { Sql } from '../database/sql.ts'
import type { Log } from '../log.ts'

/**
 * A job belongs to a worker only while that worker renews its lease. By itself graphile-worker leaves the jobs of a
 * process that crashed locked for four hours; here somebody takes them up within twenty seconds.
 *
 * While the database is away nobody can renew, and every lease ends. So whoever could not reach it lets all others renew
 * first: a failover, however long, gives no job that still runs to a second worker.
 */
export interface Leases {
  stop(): void
}

const renewMs = 3_000
const leaseMs = 15_000
const lease = `interval '${leaseMs} milliseconds'`

/** Renews the leases of this process and frees jobs of processes that are gone. */
export function keepLeases(system: Sql, owner: string, log: Log): Leases {
  let timer: NodeJS.Timeout
  let isStopped = false
  let lastTurnMs = performance.now()
  let freesFromMs = Number.NEGATIVE_INFINITY
  const turn = async (): Promise<void> => {
    // A machine that stood still was away as well.
    if (performance.now() - lastTurnMs > leaseMs) freesFromMs = performance.now() + leaseMs
    lastTurnMs = performance.now()
    try {
      await renew(system, owner)
      const freed = performance.now() < freesFromMs ? 0 : await freeAbandoned(system)
      if (freed > 0) log.warn('jobs.abandoned_released', { jobs: freed })
    } catch (error) {
      freesFromMs = performance.now() + leaseMs
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

/** Of a server that has just started nobody knows how long it was away. */
const isUpForLong = `pg_postmaster_start_time() < now() - ${lease}`

async function renew(system: Sql, owner: string): Promise<void> {
  await system.execute('update graphile_worker._private_jobs set locked_at = now() where locked_by = $1', [owner])
  await system.execute('update graphile_worker._private_job_queues set locked_at = now() where locked_by = $1', [owner])
}

/** With the queues they are in: behind one that stays locked, no job runs. */
async function freeAbandoned(system: Sql): Promise<number> {
  const freed = await system.execute(
    `update graphile_worker._private_jobs
     set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     where locked_at < now() - ${lease} and ${isUpForLong}`,
  )
  await system.execute(
    `update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where locked_at < now() - ${lease} and ${isUpForLong}`,
  )
  return freed
}
