import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { PlannedTakedown } from '../model/release-record.ts'

/** Takedowns of later days. A release has at most one; it is in its row until it is carried out or cancelled. */

/** The one that is due, locked for the job that carries it out. */
export const lockDuePlanned = async (
  trx: TenantTransaction,
  releaseId: string,
  now: Date,
): Promise<PlannedTakedown | undefined> =>
  (
    await trx.row<{ plan: PlannedTakedown }>(
      `select planned_takedown as plan from releases
       where account_id = $1 and id = $2 and planned_takedown_at <= $3 and deleted_at is null for update`,
      [releaseId, now],
    )
  )?.plan

export async function savePlanned(
  trx: TenantTransaction,
  releaseId: string,
  { plan, at }: { readonly plan: PlannedTakedown; readonly at: Date },
): Promise<void> {
  await trx.execute(
    'update releases set planned_takedown = $3, planned_takedown_at = $4 where account_id = $1 and id = $2',
    [releaseId, JSON.stringify(plan), at],
  )
}

/** False if nothing was planned. */
export const removePlanned = async (trx: TenantTransaction, releaseId: string): Promise<boolean> =>
  (await trx.execute(
    `update releases set planned_takedown = null, planned_takedown_at = null
     where account_id = $1 and id = $2 and planned_takedown_at is not null`,
    [releaseId],
  )) > 0

export interface DueTakedown {
  readonly accountId: AccountId
  readonly releaseId: string
  /** Its position among those that are due: the next page begins after it. */
  readonly at: string
}

/** Of all accounts: those whose moment has come, the longest due first. */
export const findDueTakedowns = (
  database: Database,
  { now, after }: { readonly now: Date; readonly after: DueTakedown | undefined },
): Promise<DueTakedown[]> =>
  database.system.readRows(
    `select account_id as "accountId", id as "releaseId", planned_takedown_at::text as at
     from releases
     where planned_takedown_at <= $1 and ($2::timestamptz is null or (planned_takedown_at, id) > ($2, $3))
     order by planned_takedown_at, id limit 200`,
    [now, after?.at ?? null, after?.releaseId ?? null],
  )
