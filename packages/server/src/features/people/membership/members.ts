import { AppError } from '@spindle/contract'
import { type AccessChoice, type Member, type MemberAccess, type Role, roles } from '@spindle/contract/console'
import type { UserPrincipal } from '../../../http/principal.ts'
import type { PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import { isCheckViolation } from '../../../platform/database/postgres-errors.ts'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { Audit, AuditType } from '../audit/audit.ts'
import { actorOf } from '../sessions/sessions.ts'
import { deleteInvitationsBy } from '../users/link-queries.ts'
import type { MadeAccess } from './access-by-maker.ts'
import {
  countMembers,
  deleteMembership,
  findRole,
  lastOwnerCheck,
  listMemberRows,
  lockMember,
  type MemberRow,
  setRole,
} from './member-queries.ts'

/**
 * The members of accounts and their roles. A role is read with every request, so a right is lost with the commit that
 * removes it. The database guarantees that the account has an owner, even with concurrent requests.
 */
export interface Members {
  list(tenant: Tenant, page: PageRequest, role: Role | undefined): Promise<PageResult<Member>>
  /** Throws `member_not_found`, `last_owner`. */
  changeRole(trx: TenantTransaction, by: UserPrincipal, change: RoleChange): Promise<Member>
  /** Throws `member_not_found`, `last_owner`. */
  remove(trx: TenantTransaction, by: UserPrincipal, removal: Removal): Promise<void>
  /** Throws `member_not_found`. */
  listAccess(tenant: Tenant, userId: string): Promise<MemberAccess>
  /** Throws `last_owner`. */
  leave(trx: TenantTransaction, member: UserPrincipal): Promise<void>
}

/** Whether what the person made stays, or ends with the same commit. Invitations end in any case. */
interface Removal {
  readonly userId: string
  readonly access?: AccessChoice | undefined
}

interface RoleChange extends Removal {
  readonly role: Role
}

export interface MembersOptions {
  readonly audit: Audit
  readonly made: Pick<MadeAccess, 'list' | 'end'>
}

export function memberService({ audit, made }: MembersOptions): Members {
  const lock = async (trx: TenantTransaction, userId: string): Promise<MemberRow> => {
    const member = await lockMember(trx, userId)
    if (!member) throw new AppError('member_not_found')
    return member
  }
  const drop = async (
    trx: TenantTransaction,
    by: UserPrincipal,
    { userId, access, type }: Removal & { readonly type: AuditType },
  ): Promise<void> => {
    const { name, role } = await lock(trx, userId)
    await loseRights(trx, by, { userId, access })
    await keepingAnOwner(() => deleteMembership(trx, userId))
    await audit.recordForAccount(trx, { type, actor: actorOf(by), data: { user: userId, name, role } })
  }
  const loseRights = async (trx: TenantTransaction, by: UserPrincipal, { userId, access }: Removal): Promise<void> => {
    await deleteInvitationsBy(trx, userId)
    if (access === 'end') await made.end(trx, actorOf(by), userId)
  }
  return {
    async list(tenant, { limit, after, wantsTotal }, role) {
      const rows = await listMemberRows(tenant, { limit: limit + 1, after, role })
      const { data, next } = pageOf(rows, { limit }, ({ userId }) => userId)
      return { data: data.map(toMember), next, ...(wantsTotal ? { total: await countMembers(tenant, role) } : {}) }
    },
    async listAccess(tenant, userId) {
      if (!(await findRole(tenant, userId))) throw new AppError('member_not_found')
      return made.list(tenant, userId)
    },
    async changeRole(trx, by, { userId, role, access }) {
      const member = await lock(trx, userId)
      if (member.role === role) return toMember(member)
      await keepingAnOwner(() => setRole(trx, userId, role))
      if (roles.indexOf(role) > roles.indexOf(member.role)) await loseRights(trx, by, { userId, access })
      const data = { user: userId, name: member.name, from: member.role, to: role }
      await audit.recordForAccount(trx, { type: 'member.role_changed', actor: actorOf(by), data })
      return toMember({ ...member, role })
    },
    remove: (trx, by, { userId, access }) =>
      drop(trx, by, { userId, access, type: userId === by.id ? 'member.left' : 'member.removed' }),
    leave: (trx, member) => drop(trx, member, { userId: member.id, type: 'member.left' }),
  }
}

async function keepingAnOwner(change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!isCheckViolation(error, lastOwnerCheck)) throw error
    throw new AppError('last_owner', {
      detail: 'This is the only owner of the account. Make another person an owner first.',
      cause: error,
    })
  }
}

const toMember = ({ joinedAt, ...row }: MemberRow): Member => ({ ...row, joinedAt: joinedAt.toISOString() })
