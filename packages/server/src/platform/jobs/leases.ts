import { setTimeout as sleep } from 'node:timers/promises'
import { type HeldJob, JobLostError } from '../database/job-commits/held-job.ts'
import { jobsPayload, tellWorkersText } from '../database/job-commits/wake-workers.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../logging/log.ts'

/**
 * A job belongs to a worker only while that worker renews its lease, by the time of the database. Without leases
 * graphile-worker keeps the jobs of a crashed process locked for four hours; with them other workers take them within
 * half a minute.
 *
 * While the database is away no worker can renew, and every lease expires. So a worker frees the jobs of others only
 * after it has been connected without a break for the length of a lease, which is longer than any worker needs to
 * reconnect: after a failover of any length, a job that still runs is never given to a second worker. See
 * docs/decisions/0134-job-leases.md.
 */
export interface Leases {
  /** Starts to renew the lease of a job that `owner` just took, until its end is recorded. */
  begin(id: string, owner: string): HeldJob
  /**
   * Resolves when the job certainly still belongs to this worker. Rejects with `JobLostError`. Waits for a database
   * that is away, until `signal` aborts.
   */
  requireHeld(job: HeldJob, signal?: AbortSignal): Promise<void>
  /**
   * Stops renewing. Resolves when the ends of the jobs that ran here are recorded, which graphile-worker does not wait
   * for, or after two seconds: a job without a recorded end runs again once its lease has expired.
   */
  stop(): Promise<void>
}

const renewMs = 3_000
/** Longer than an unnoticed break plus the time to reconnect after it: 6 s and 11 s. */
const leaseMs = 20_000
const lease = `interval '${leaseMs} milliseconds'`
/** Two renewals with a longer interval do not prove that the database was available in between. */
const breakMs = 2 * renewMs
/** The proof of a commit is valid this long: the end of the job is recorded without another check. */
const provenForMs = 1_000
const recordedWithinMs = 2_000
const recordedPollMs = 10

/** Renews the leases of the jobs that all lanes of this process run, and frees jobs of processes that are gone. */
export function keepLeases(system: Sql, log: Log): Leases {
  const jobs = new Map<string, HeldJob>()
  let timer: NodeJS.Timeout
  let isStopped = false
  let answeredMs = Number.NEGATIVE_INFINITY
  let inTouchSinceMs = 0

  const lose = (job: HeldJob): void => {
    job.isLost = true
    if (jobs.get(job.id) === job) jobs.delete(job.id)
  }
  /**
   * Only of the jobs that run here: a job that was taken but never arrived, because the answer was lost, is freed like
   * one of a dead process.
   */
  const renewAll = async (): Promise<void> => {
    const asked = [...jobs.values()]
    const askedMs = performance.now()
    const renewed = await renew(system, asked)
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
    begin(id, owner) {
      const earlier = jobs.get(id)
      const nowMs = performance.now()
      const job = { id, owner, isLost: false, hasEnded: false, renewedMs: nowMs, provenMs: Number.NEGATIVE_INFINITY }
      // This process was suspended, lost the job, and has taken it once more.
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
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await waitForRecords(jobs, renewAll).catch((error: unknown) => log.warn('jobs.lease_renewal_failed', { error }))
    },
  }
}

/** The renewal removes a job from `jobs` once its end is recorded. */
async function waitForRecords(jobs: ReadonlyMap<string, HeldJob>, renewAll: () => Promise<void>): Promise<void> {
  const untilMs = performance.now() + recordedWithinMs
  while (jobs.size > 0 && performance.now() < untilMs) {
    await renewAll()
    if (jobs.size > 0) await sleep(recordedPollMs)
  }
}

/**
 * Together with their queues: while a queue is locked, none of its jobs run. Returns the jobs that still belong to their
 * owners.
 */
async function renew(system: Sql, held: readonly HeldJob[]): Promise<Set<string>> {
  const renewed = await system.rows<{ id: string }>(
    `with renewed as (
       update graphile_worker._private_jobs j set locked_at = now()
       from unnest($1::bigint[], $2::text[]) as held (id, owner)
       where j.id = held.id and j.locked_by = held.owner
       returning j.id, j.job_queue_id, j.locked_by
     ), queues as (
       update graphile_worker._private_job_queues q set locked_at = now() from renewed
       where q.id = renewed.job_queue_id and q.locked_by = renewed.locked_by
     )
     select id::text from renewed`,
    [held.map(({ id }) => id), held.map(({ owner }) => owner)],
  )
  return new Set(renewed.map(({ id }) => id))
}

/** Frees jobs and their queues whose lease was not renewed in time; returns how many jobs. */
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
