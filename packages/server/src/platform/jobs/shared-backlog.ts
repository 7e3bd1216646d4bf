import type { Database } from '../database/sql.ts'
import type { JobName, Jobs } from './jobs.ts'
import type { Backlog } from './work-through.ts'

/** The payload of a job that works through a backlog. Recurring jobs have an empty one. */
export interface BacklogWork {
  /** Enqueued by a worker that found more than it can do soon. */
  readonly isHelper?: boolean
}

interface Sharing {
  readonly database: Pick<Database, 'transaction'>
  readonly jobs: Jobs
}

/** Lets a second worker help: enqueues the same job once more, with at most one waiting at a time. */
export const sharedBacklog = (
  { database, jobs }: Sharing,
  job: JobName<BacklogWork>,
  { isHelper }: BacklogWork,
): Pick<Backlog<unknown>, 'callHelper' | 'isHelper'> => ({
  isHelper,
  callHelper: () =>
    database.transaction((trx) =>
      jobs.enqueue(trx, job, { isHelper: true }, { key: `helper:${job.name}`, maxAttempts: 1 }),
    ),
})
