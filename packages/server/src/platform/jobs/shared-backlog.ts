import type { Database } from '../database/sql.ts'
import type { JobName, Jobs } from './jobs.ts'
import type { Backlog } from './work-through.ts'

/** Of a job that works through a backlog. What recurs by itself has an empty one. */
export interface BacklogWork {
  /** Called by the worker that found more than it can do soon. */
  readonly isHelper?: boolean
}

interface Sharing {
  readonly database: Pick<Database, 'transaction'>
  readonly jobs: Jobs
}

/** Lets a second worker take part: the same job once more, at most one at a time of those that wait. */
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
