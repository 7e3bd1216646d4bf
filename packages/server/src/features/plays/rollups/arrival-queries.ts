import type { Tenant } from '../../../platform/database/sql.ts'

/** Numbers of plays that come from another hub, staged in `arrived_...`, and what an account leaves behind. */

/** Whether anything was ever counted for the account here. */
export const isCounted = async (tenant: Tenant): Promise<boolean> =>
  (await tenant.readRow('select 1 from play_series where account_id = $1 limit 1')) !== undefined

/** Each hub numbers its series itself: those that came name the ones that were made of them here. */
export async function renumberArrived(tenant: Tenant, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await tenant.execute(
      `update arrived_${table} a set series = here.number
       from arrived_play_series there
       join play_series here on here.account_id = $1 and here.source_kind = there.source_kind
         and here.outlet_id = there.outlet_id and here.track_id = there.track_id
       where a.series = there.number`,
    )
}

/** Whether a property may have seen something of the account. */
export const hasFeedEntries = async (tenant: Tenant): Promise<boolean> =>
  (await tenant.readRow('select 1 from feed_entries where account_id = $1 limit 1')) !== undefined
