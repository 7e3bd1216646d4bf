import type { ContributorRole, PartyRelease } from '@spindle/contract'
import { fitsPage } from '../../../platform/database/page-budget.ts'
import type { Tenant } from '../../../platform/database/sql.ts'

/** Releases that name a party. One statement per page: roles come from the documents of its releases alone. */

type Credited = readonly ContributorRole[]

export interface CreditRow extends Omit<PartyRelease, 'roles' | 'tracks'> {
  /** One for each contributor, in their order. */
  readonly roles: Credited
  readonly tracks: readonly (Omit<PartyRelease['tracks'][number], 'roles'> & { readonly roles: Credited })[]
  /** The number of releases before the page was shortened to its size in bytes. */
  readonly found: number
}

const rolesIn = (contributors: string): string =>
  `select json_agg(c.value ->> 'role' order by c.ordinality) as roles
   from jsonb_array_elements(${contributors}) with ordinality c where c.value ->> 'partyId' = any($2::text[])`

// Every id has its own walk of the index, the newest release first, and each ends after a page.
const newest = `
  select distinct n.release_id from unnest($2::text[]) i(id)
  cross join lateral (
    select p.release_id from release_parties p join releases r on r.account_id = $1 and r.id = p.release_id
    where p.account_id = $1 and p.party_id = i.id and r.deleted_at is null and ($3::text is null or (p.release_id < $3 and r.id < $3))
    order by p.release_id desc limit $4::int + 1) n
  order by n.release_id desc limit $4::int + 1`

/** `ids`: of the party, and of those that were merged into it. */
export const findCredits = (
  tenant: Tenant,
  ids: readonly string[],
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<CreditRow[]> =>
  tenant.readRows(
    `with page as materialized (
       select r.id, r.title, r.status, r.release_date, r.document -> 'contributors' as contributors, count(*) over () as found,
              row_number() over listed as place, sum(1000 + r.document_bytes) over listed as bytes
       from (${newest}) n join releases r on r.account_id = $1 and r.id = n.release_id
       window listed as (order by r.id desc))
     select k.id as "releaseId", k.title, k.status, k.release_date::text as "releaseDate", k.found,
            coalesce((${rolesIn('k.contributors')}), '[]') as roles,
            (select coalesce(json_agg(json_build_object('trackId', t.id, 'title', t.title, 'isrc', t.isrc,
                                                        'roles', credited.roles) order by t.position), '[]')
             from tracks t cross join lateral (${rolesIn("coalesce(t.document -> 'contributors', k.contributors)")}) credited
             where t.account_id = $1 and t.release_id = k.id and credited.roles is not null) as tracks
     from page k where ${fitsPage('$4::int')} order by k.place`,
    [ids, after ?? null, limit],
  )

export async function countCredits(tenant: Tenant, ids: readonly string[]): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(distinct release_id)::int as count from party_uses where account_id = $1 and party_id = any($2::text[])`,
    [ids],
  )
  return row?.count ?? 0
}
