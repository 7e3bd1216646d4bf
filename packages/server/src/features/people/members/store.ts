import type { Role } from '@spindle/contract/console'
import type { Sql, Tenant } from '../../../platform/database/sql.ts'
import type { AccountId, Id } from '../../../platform/ids.ts'

export interface MembershipRow {
  readonly accountId: AccountId
  readonly role: Role
}

/** Who is a member already keeps the role. */
export async function insertMembership(
  tenant: Tenant,
  { userId, role, createdAt }: { readonly userId: Id<'usr'>; readonly role: Role; readonly createdAt: Date },
): Promise<void> {
  await tenant.execute(
    `insert into memberships (account_id, user_id, role, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [userId, role, createdAt],
  )
}

export const findRole = (tenant: Tenant, userId: string): Promise<{ role: Role } | undefined> =>
  tenant.row(`select role from memberships where account_id = $1 and user_id = $2`, [userId])

/** Across accounts on purpose: a person is shown where it belongs. */
export const listMembershipsOf = (
  system: Sql,
  userIds: readonly string[],
): Promise<(MembershipRow & { userId: string })[]> =>
  system.rows(
    `select user_id as "userId", account_id as "accountId", role from memberships
     where user_id = any ($1::text[]) order by account_id`,
    [userIds],
  )
