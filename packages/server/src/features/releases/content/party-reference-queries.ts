import type { Tenant } from '../../../platform/database/sql.ts'

/**
 * Drafts, and releases with unsubmitted changes, that name the party or one that was merged into it: those that follow its
 * changes. In the order of ids. Every id of the party has its own walk of the index, which ends after a page.
 */
export const listDraftsOfParty = async (
  tenant: Tenant,
  { partyId, after, limit }: { readonly partyId: string; readonly after: string; readonly limit: number },
): Promise<string[]> =>
  (
    await tenant.readRows<{ id: string }>(
      `select distinct n.id from party_ids i cross join lateral (
         select r.id from release_parties p join releases r on r.account_id = $1 and r.id = p.release_id
         where p.account_id = $1 and p.party_id = i.id and p.release_id > $3 and r.id > $3 and r.deleted_at is null
           and (r.status in ('draft', 'changes_requested') or r.revision > greatest(r.submitted_revision, r.restored_revision))
         order by p.release_id limit $4) n
       where i.account_id = $1 and i.leads_to = $2
       order by n.id limit $4`,
      [partyId, after, limit],
    )
  ).map(({ id }) => id)
