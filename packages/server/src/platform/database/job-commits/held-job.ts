import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A job that this process runs. What its handler commits in a transaction is committed only while the job still belongs
 * to this worker: a later commit, after another worker has taken the job, fails.
 */
export interface HeldJob {
  readonly id: string
  /** The worker's name in the row of the job. */
  readonly owner: string
  /** Another worker may have the job: further results are discarded. */
  isLost: boolean
  /** The handler has ended. Work that it left running does not belong to the job. */
  hasEnded: boolean
  /** When the lease was last renewed, and when a commit last proved that the job is held, by `performance.now()`. */
  renewedMs: number
  provenMs: number
}

/** The job now belongs to another worker, which runs it again from the start. */
export class JobLostError extends Error {
  constructor(options?: ErrorOptions) {
    super('Another worker may have taken this job, so this one commits nothing more', options)
    this.name = 'JobLostError'
  }
}

/** The SQLSTATE of `hold_job` (migrations/functions/hold_job.sql) for a job that is not held. */
export const jobLostState = 'SPJLO'

export const isJobLost = (error: unknown): boolean =>
  (error as { readonly code?: unknown } | undefined)?.code === jobLostState

const running = new AsyncLocalStorage<HeldJob>()

/** Code that `handle` awaits can find the job with `findHeldJob`. */
export async function runHeld<T>(job: HeldJob, handle: () => Promise<T>): Promise<T> {
  try {
    return await running.run(job, handle)
  } finally {
    job.hasEnded = true
  }
}

/** The job that the current code runs for; undefined outside of jobs. */
export function findHeldJob(): HeldJob | undefined {
  const job = running.getStore()
  return job?.hasEnded === false ? job : undefined
}

/**
 * The SQL that commits and proves that the job is held, in one round trip. Throws for a job that is known to be lost.
 */
export function commitText(job: HeldJob | undefined): string {
  if (!job || job.hasEnded) return 'commit'
  if (job.isLost) throw new JobLostError()
  if (!/^\d+$/.test(job.id) || !/^[\w-]+$/.test(job.owner)) throw new Error('not a job of this worker')
  return `select hold_job(${job.id}, '${job.owner}'); commit`
}
