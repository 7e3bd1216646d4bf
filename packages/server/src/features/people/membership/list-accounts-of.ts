import type { Scope } from '@spindle/contract'
import type { Role } from '@spindle/contract/console'
import type { Sql } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { scopesOfRole } from './find-member.ts'
import { listMembershipsOf } from './member-queries.ts'

/** An account of a person, with the permissions of the role. */
export interface AccountOfPerson {
  readonly accountId: AccountId
  readonly accountName: string
  readonly role: Role
  readonly scopes: readonly Scope[]
}

export async function listAccountsOf(
  sql: Sql,
  accounts: Pick<Accounts, 'findNames'>,
  userId: string,
): Promise<AccountOfPerson[]> {
  const memberships = await listMembershipsOf(sql, [userId])
  const names = await accounts.findNames(memberships.map(({ accountId }) => accountId))
  return memberships.map(({ accountId, role }) => ({
    accountId,
    accountName: names.get(accountId) ?? '',
    role,
    scopes: scopesOfRole(role),
  }))
}
