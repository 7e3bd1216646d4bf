import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A job that this process runs. Everything that its handler commits in a transaction is committed only as long as the job
 * is still this worker's: a commit that comes too late, after somebody else has taken the job up, fails.
 */
export interface HeldJob {
  readonly id: string
  /** As the database names the worker beside the job. */
  readonly owner: string
  /** Somebody else may have it: whatever is still done is done for nobody. */
  isLost: boolean
  /** The handler has ended. What it left running belongs to nobody's job. */
  hasEnded: boolean
  /** When the lease was last renewed, and when a commit last proved that the job is held. Of `performance.now()`. */
  renewedMs: number
  provenMs: number
}

/** The job is another worker's by now, which does it again from the start. */
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

/** What `handle` awaits knows the job. */
export async function runHeld<T>(job: HeldJob, handle: () => Promise<T>): Promise<T> {
  try {
    return await running.run(job, handle)
  } finally {
    job.hasEnded = true
  }
}

/** The job on whose behalf this runs; undefined outside of jobs. */
export function findHeldJob(): HeldJob | undefined {
  const job = running.getStore()
  return job?.hasEnded === false ? job : undefined
}

/** The text that commits, in one round trip with the proof that the job is held. Throws for one that is known to be lost. */
export function commitText(job: HeldJob | undefined): string {
  if (!job || job.hasEnded) return 'commit'
  if (job.isLost) throw new JobLostError()
  if (!/^\d+$/.test(job.id) || !/^[\w-]+$/.test(job.owner)) throw new Error('not a job of this worker')
  return `select hold_job(${job.id}, '${job.owner}'); commit`
}
