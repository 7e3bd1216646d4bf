import { type Permission, permissions, type Scope } from '@spindle/contract'
import type { Role } from '@spindle/contract/console'
import type { SessionPrincipal, UserPrincipal } from '../../../http/principal.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { findUser } from '../users/user-queries.ts'
import { findRole } from './member-queries.ts'

/**
 * The permissions of a role, with the names that keys and tokens use: so one set of rules applies to people and
 * programs.
 */
interface RolePowers {
  readonly permissions: readonly Permission[]
  readonly scopes: readonly Scope[]
}

const powers: Readonly<Record<Role, RolePowers>> = {
  owner: { permissions, scopes: ['keys:write', ...permissions] },
  manager: { permissions, scopes: ['keys:write', ...permissions] },
  viewer: {
    permissions: ['music:read', 'catalog:read', 'analytics:read'],
    scopes: ['music:read', 'catalog:read', 'analytics:read'],
  },
}

export const scopesOfRole = (role: Role): readonly Scope[] => powers[role].scopes

/** The role is read with every request, so a removed member loses access immediately. */
export async function findMember(
  database: Database,
  { id, name }: Pick<SessionPrincipal, 'id' | 'name'>,
  accountId: AccountId,
): Promise<UserPrincipal | undefined> {
  const membership = await findRole(database.tenant(accountId), id)
  return membership && { kind: 'user', id, name, accountId, role: membership.role, ...powers[membership.role] }
}

/** The same for a person for whom a program acts, even without a session; undefined once the person is disabled. */
export async function findActiveMember(
  database: Database,
  userId: string,
  accountId: AccountId,
): Promise<UserPrincipal | undefined> {
  const user = await findUser(database.system, userId)
  return user && !user.disabledAt ? findMember(database, user, accountId) : undefined
}
