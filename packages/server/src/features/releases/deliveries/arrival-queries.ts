import type { Sql, Tenant } from '../../../platform/database/sql.ts'

/** Releases that arrive from another hub, staged in `arrived_...`, and those that leave this one. */

/**
 * Outlets of this hub have nothing of a release that arrives from another hub, even if their names are equal: an import
 * sets nothing live or on its way. The account submits the release again, with the identifiers it has.
 */
export async function endDeliveriesOfArrived(sql: Sql): Promise<void> {
  await sql.execute(
    `update arrived_delivery_tracks set status = 'taken_down', offered = null, upload_id = null where status <> 'taken_down'
       or offered is not null`,
  )
  await sql.execute(
    `update arrived_deliveries set status = 'taken_down', live_revision = null, live_at = null, offered_round = null,
            next_attempt_at = null, leased_until = null`,
  )
  await sql.execute('update arrived_store_messages set is_foreign = true')
  await sql.execute(
    `update arrived_releases set delivery_live = 0, delivery_failed = 0, delivery_pending = 0, delivery_scheduled = 0,
            planned_takedown = null, planned_takedown_at = null,
            review_revision = case when status in ('submitted', 'in_review') then review_revision end,
            status = case when status in ('approved', 'delivering', 'scheduled', 'delivery_failed', 'live', 'takedown_pending')
                          then 'taken_down' else status end`,
  )
}

export interface OfferedRelease {
  readonly id: string
  readonly title: string
}

/** Releases that an outlet may have, is receiving, or is to take down. The schema keeps `taken_down` for all others. */
export const listOffered = (tenant: Tenant, limit: number): Promise<OfferedRelease[]> =>
  tenant.readRows(
    `select r.id, r.title from releases r
     where r.account_id = $1 and exists (
       select from deliveries d where d.account_id = $1 and d.release_id = r.id
         and d.status <> 'taken_down')
     order by r.id limit $2`,
    [limit],
  )
