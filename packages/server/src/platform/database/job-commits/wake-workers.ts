import type { Log } from '../../logging/log.ts'

/**
 * Tells the workers of all nodes that jobs wait, after the commits that enqueued them: `enqueue_job`
 * (migrations/functions/enqueue_job.sql) says so with a notice to its client. What is told late or never, as after a crash, the
 * workers find with their next look.
 */
export interface WorkerWaker {
  /** So many jobs can run. */
  wake(jobs: number): void
  close(): void
}

/** Tells everyone who listens for jobs, on the channel of the library. Its value is `jobsPayload`. */
export const tellWorkersText = `select pg_notify('jobs:insert', $1)`

/** So many jobs can run. */
export const jobsPayload = (count: number): string => JSON.stringify({ count })

/** The SQLSTATE of the notice in migrations/functions/enqueue_job.sql. */
export const jobNoticeCode = 'SPJOB'

/** The first is told at once; how often the others are bounds what telling costs. */
const pauseMs = 50

/** `notify` sends a payload to everyone who listens for jobs. */
export function workerWaker(notify: (payload: string) => Promise<unknown>, log: Log): WorkerWaker {
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const tell = async (): Promise<void> => {
    const count = waiting
    waiting = 0
    await notify(jobsPayload(count)).catch((error: unknown) => log.debug('jobs.wake_failed', { error }))
    if (!isClosed) timer = setTimeout(tellMore, pauseMs).unref()
  }
  const tellMore = (): void => {
    timer = undefined
    if (waiting > 0) void tell()
  }
  return {
    wake(jobs) {
      waiting += jobs
      if (!isClosed) timer ??= setTimeout(() => void tell(), 0)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
