import type { AnalyticsName } from '@spindle/contract'
import type { Tenant } from '../../../platform/database/sql.ts'

/** What releases and tracks are called at present; those that are gone have no name. */
export async function findNames(tenant: Tenant, ids: readonly string[]): Promise<Record<string, AnalyticsName>> {
  const rows = await tenant.readRows<AnalyticsName & { readonly id: string }>(
    `select id, title, display_artist as artist, null as isrc from published_releases where account_id = $1 and id = any($2)
     union all
     select t.id, t.title, r.display_artist, t.isrc from published_tracks t
     join published_releases r on r.account_id = t.account_id and r.id = t.release_id
     where t.account_id = $1 and t.id = any($2)`,
    [ids],
  )
  return Object.fromEntries(rows.map(({ id, ...name }) => [id, name]))
}
