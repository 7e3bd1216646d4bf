import { AppError } from '@spindle/contract'
import type { Database } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { ReleaseDeliveries } from '../deliveries/change-deliveries.ts'
import type { Actor } from '../model/actor.ts'
import type { Reviewer } from '../model/reviewer.ts'
import type { ChangeRelease } from '../status/change-release.ts'
import { countFailed, type FailedAt, findFailed } from './store-queries.ts'

/** Tries all deliveries to an outlet again that failed for one reason, over all accounts, some at a time. */

interface RetryWork extends FailedAt {
  readonly by: Reviewer
  /** The delivery that the last part ended with. */
  readonly after?: string | undefined
}
const retryJob = defineJob<RetryWork>('retryFailedDeliveries')

const partSize = 100

interface Options {
  readonly database: Database
  readonly jobs: Jobs
  readonly log: Log
  readonly deliveries: Pick<ReleaseDeliveries, 'retryFailed'>
  readonly change: ChangeRelease
}

const enqueue = ({ database, jobs }: Pick<Options, 'database' | 'jobs'>, work: RetryWork): Promise<void> =>
  database.transaction((trx) => jobs.enqueue(trx, retryJob, work, { key: `retry:${work.outletId}:${work.code}` }))

/** Answers how many there are. A second request replaces one that has not begun. */
export async function startRetry(
  options: Pick<Options, 'database' | 'jobs'>,
  failed: FailedAt,
  by: Reviewer,
): Promise<number> {
  const count = await countFailed(options.database.system, failed)
  if (count > 0) await enqueue(options, { ...failed, by })
  return count
}

export const retryFailedJob = (options: Options): JobHandler =>
  jobHandler({
    job: retryJob,
    lane: 'bulk',
    async handle(work) {
      const { outletId, code, by, after } = work
      const page = { after, limit: partSize }
      const failed = await findFailed(options.database.system, { outletId, code }, page)
      const actor: Actor = { type: 'operator', id: by.id, name: by.name.slice(0, 200) }
      for (const { accountId, releaseId } of failed)
        await options.database
          .tenantTransaction(accountId, (trx) =>
            options.change({ trx, actor }, releaseId, async (change) => {
              await options.deliveries.retryFailed(change, outletId)
            }),
          )
          .catch((error: unknown) => {
            // The release was taken down or withdrawn meanwhile.
            if (!(error instanceof AppError)) options.log.warn('delivery.not_retried', { releaseId, error })
          })
      const last = failed.length === partSize ? failed.at(-1) : undefined
      if (last) await enqueue(options, { ...work, after: last.deliveryId })
    },
  })
