import type { Tenant } from '../../../platform/database/sql.ts'

/** What people call a release. */
export interface ReleaseName {
  readonly title: string
  readonly displayArtist: string | null
}

export async function findExisting(tenant: Tenant, ids: readonly string[]): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    'select count(*)::int as count from releases where account_id = $1 and id = any($2) and deleted_at is null',
    [ids],
  )
  return row?.count ?? 0
}

export async function findNames(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, ReleaseName>> {
  const rows = await tenant.readRows<ReleaseName & { readonly id: string }>(
    `select id, title, display_artist as "displayArtist" from releases
     where account_id = $1 and id = any($2) and deleted_at is null`,
    [ids],
  )
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}
