import { deliveryStatuses } from '@spindle/contract'
import type { Sql } from '../../platform/database/sql.ts'

/** Figures across accounts, for the operator alone. */

/** Of each status, also of those that no delivery has: a figure that comes and goes has no rate. */
const noDeliveries = Object.fromEntries(
  deliveryStatuses.filter((status) => status !== 'live' && status !== 'taken_down').map((status) => [status, 0]),
)

export const countOpenDeliveries = async (system: Sql): Promise<Readonly<Record<string, number>>> => ({
  ...noDeliveries,
  ...Object.fromEntries(
    (
      await system.readRows<{ status: string; count: number }>('select status, count from published_open_deliveries')
    ).map(({ status, count }) => [status, count]),
  ),
})

export const countWaitingReviews = async (system: Sql): Promise<number> =>
  (await system.readRow<{ count: number }>('select count from published_open_reviews'))?.count ?? 0

export interface JobCounts {
  readonly waiting: number
  readonly running: number
  /** Tried as often as they may be. */
  readonly failed: number
  /** How long the oldest one that could run has been waiting; 0 without any. */
  readonly oldestSeconds: number
}

/** `graphile_worker.jobs` is the view that the library documents for this. */
export async function countJobs(system: Sql): Promise<JobCounts> {
  const row = await system.readRow<JobCounts>(
    `select (count(*) filter (where is_due and locked_at is null))::int as waiting,
            (count(*) filter (where locked_at is not null))::int as running,
            (count(*) filter (where attempts >= max_attempts and locked_at is null))::int as failed,
            coalesce(extract(epoch from now() - min(run_at) filter (where is_due and locked_at is null)), 0)::float8
              as "oldestSeconds"
     from (select *, run_at <= now() and attempts < max_attempts as is_due from graphile_worker.jobs) jobs`,
  )
  if (!row) throw new Error('an aggregate always has a row')
  return row
}
