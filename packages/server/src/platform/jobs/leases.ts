import { setTimeout as sleep } from 'node:timers/promises'
import { type HeldJob, JobLostError } from '../database/job-commits/held-job.ts'
import { jobsPayload, tellWorkersText } from '../database/job-commits/wake-workers.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../logging/log.ts'

/**
 * A job belongs to a worker only while that worker renews its lease, by the time of the database. By itself graphile-worker
 * leaves the jobs of a process that crashed locked for four hours; here others take them up within half a minute.
 *
 * While the database is away nobody can renew, and every lease ends. So nobody frees the jobs of others before they have
 * been in touch with the database without a break for as long as a lease lasts, which is longer than any worker needs to
 * find it again: a failover, however long, gives no job that still runs to a second worker. See
 * docs/decisions/0134-job-leases.md.
 */
export interface Leases {
  /** A job that was just taken. Its lease is renewed until its end is noted. */
  begin(id: string): HeldJob
  /**
   * Resolves when the job is certainly still this worker's. Rejects with `JobLostError`. Waits for a database that is away,
   * until `signal` says that nobody waits any more.
   */
  requireHeld(job: HeldJob, signal?: AbortSignal): Promise<void>
  stop(): void
}

const renewMs = 3_000
/** Longer than a break that nobody noticed and the time to find the database again after it: 6 s and 11 s. */
const leaseMs = 20_000
const lease = `interval '${leaseMs} milliseconds'`
/** Two renewals that are further apart are no proof that the database was there in between. */
const breakMs = 2 * renewMs
/** What a commit has proved holds for so long: the end of the job is noted at once. */
const provenForMs = 1_000

/** Renews the leases of what this process runs, and frees jobs of processes that are gone. */
export function keepLeases(system: Sql, owner: string, log: Log): Leases {
  const jobs = new Map<string, HeldJob>()
  let timer: NodeJS.Timeout
  let isStopped = false
  let answeredMs = Number.NEGATIVE_INFINITY
  let inTouchSinceMs = 0

  const lose = (job: HeldJob): void => {
    job.isLost = true
    if (jobs.get(job.id) === job) jobs.delete(job.id)
  }
  /** Only what runs here: what was taken and never arrived, because the answer was lost, is freed as if this process were gone. */
  const renewAll = async (): Promise<void> => {
    const asked = [...jobs.values()]
    const askedMs = performance.now()
    const renewed = await renew(system, owner, [...jobs.keys()])
    for (const job of asked)
      if (renewed.has(job.id)) job.renewedMs = askedMs
      else lose(job)
    if (performance.now() - answeredMs > breakMs) inTouchSinceMs = performance.now()
    answeredMs = performance.now()
  }
  const turn = async (): Promise<void> => {
    try {
      await renewAll()
      const freed = performance.now() - inTouchSinceMs < leaseMs ? 0 : await freeAbandoned(system)
      if (freed > 0) {
        log.warn('jobs.abandoned_released', { jobs: freed })
        await system.execute(tellWorkersText, [jobsPayload(freed)])
      }
    } catch (error) {
      answeredMs = Number.NEGATIVE_INFINITY
      log.warn('jobs.lease_renewal_failed', { error })
    }
    if (!isStopped) timer = setTimeout(() => void turn(), renewMs)
  }
  timer = setTimeout(() => void turn(), 0)
  return {
    begin(id) {
      const earlier = jobs.get(id)
      const nowMs = performance.now()
      const job = { id, owner, isLost: false, hasEnded: false, renewedMs: nowMs, provenMs: Number.NEGATIVE_INFINITY }
      // This process stood still, lost the job, and has taken it once more.
      if (earlier) lose(earlier)
      jobs.set(id, job)
      return job
    },
    async requireHeld(job, signal) {
      const isSure = (): boolean => {
        const nowMs = performance.now()
        return nowMs - job.provenMs < provenForMs && nowMs - job.renewedMs < leaseMs / 2
      }
      if (!job.isLost && isSure()) return
      while (!job.isLost) {
        try {
          await renewAll()
          break
        } catch (error) {
          await sleep(renewMs, undefined, { signal }).catch(() => {
            throw new JobLostError({ cause: error })
          })
        }
      }
      if (job.isLost) throw new JobLostError()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** With the queues they are in: behind one that stays locked, no job runs. Answers those that are still this worker's. */
async function renew(system: Sql, owner: string, ids: readonly string[]): Promise<Set<string>> {
  const renewed = await system.rows<{ id: string }>(
    `with renewed as (
       update graphile_worker._private_jobs set locked_at = now()
       where id = any($2::bigint[]) and locked_by = $1
       returning id, job_queue_id
     ), queues as (
       update graphile_worker._private_job_queues q set locked_at = now() from renewed
       where q.id = renewed.job_queue_id and q.locked_by = $1
     )
     select id::text from renewed`,
    [owner, ids],
  )
  return new Set(renewed.map(({ id }) => id))
}

/** Frees what was not renewed for as long as a lease lasts, jobs and the queues they are in; answers how many jobs. */
export async function freeAbandoned(system: Sql): Promise<number> {
  const freed = await system.execute(
    `update graphile_worker._private_jobs
     set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     where locked_at < now() - ${lease}`,
  )
  await system.execute(
    `update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where locked_at < now() - ${lease}`,
  )
  return freed
}
