import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import { workThrough } from '../../../platform/jobs/work-through.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { systemActor } from '../status/change-release.ts'
import type { ReleaseTrash } from './release-trash.ts'
import { type ExpiredRelease, findExpired } from './trash-queries.ts'

/** Erases drafts whose time in the trash is over, each in its own short transaction. */

interface Options {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly trash: Pick<ReleaseTrash, 'eraseExpired'>
}

const emptyJob = defineJob<Record<string, never>>('emptyTrash')
/** Half of the time until the next run. */
const budgetMs = 300_000

export const emptyTrashJob = ({ database, clock, log, trash }: Options): JobHandler =>
  jobHandler({
    job: emptyJob,
    cron: '*/10 * * * *',
    lane: 'upkeep',
    handle: () =>
      workThrough<ExpiredRelease>({
        budgetMs,
        list: (after) => findExpired(database, { now: new Date(clock.now()), after }),
        handle: ({ accountId, releaseId }) =>
          database
            .tenantTransaction(accountId, (trx) => trash.eraseExpired({ trx, actor: systemActor }, releaseId))
            .catch((error: unknown) => log.warn('releases.trash_not_emptied', { releaseId, error })),
      }),
  })
