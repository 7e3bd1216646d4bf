import type { Log } from '../../logging/log.ts'

/**
 * Notifies the workers of all nodes that jobs wait, after the commits that enqueued them: `enqueue_job`
 * (migrations/functions/enqueue_job.sql) reports each job with a notice to its client. If a notification is late or
 * lost, as after a crash, the workers find the jobs when they poll next.
 */
export interface WorkerWaker {
  /** The number of jobs that can run. */
  wake(jobs: number): void
  close(): void
}

/** Notifies every listener for jobs, on the channel of the library. Its value is `jobsPayload`. */
export const tellWorkersText = `select pg_notify('jobs:insert', $1)`

/** The number of jobs that can run. */
export const jobsPayload = (count: number): string => JSON.stringify({ count })

/** The SQLSTATE of the notice in migrations/functions/enqueue_job.sql. */
export const jobNoticeCode = 'SPJOB'

/** The first job causes a notification immediately; an interval limits the cost of the others. */
const pauseMs = 50

/** `notify` sends a payload to every listener for jobs. */
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
