import type { Database } from '../../../platform/database/sql.ts'
import type { JobName, Jobs } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/logging/log.ts'

export interface CountLaterOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly log: Log
  readonly job: JobName<object>
}

/** Lets a worker count, once for all plays that came within two seconds. */
export interface CountLater {
  soon(): void
  close(): void
}

const delayMs = 2_000

export function countLater({ database, jobs, log, job }: CountLaterOptions): CountLater {
  let timer: NodeJS.Timeout | undefined
  const enqueue = (): void => {
    timer = undefined
    database
      .transaction((trx) => jobs.enqueue(trx, job, {}, { key: job.name, queue: job.name }))
      .catch((error: unknown) => log.warn('plays.fold_enqueue_failed', { error }))
  }
  return {
    soon() {
      timer ??= setTimeout(enqueue, delayMs).unref()
    },
    close: () => clearTimeout(timer),
  }
}
