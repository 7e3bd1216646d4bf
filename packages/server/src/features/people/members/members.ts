import { AppError } from '@spindle/contract'
import type { Member, Role } from '@spindle/contract/console'
import type { PageRequest, PageResult } from '../../../http/handler-response.ts'
import { pageOf } from '../../../http/page-of.ts'
import type { UserPrincipal } from '../../../http/principal.ts'
import { isCheckViolation } from '../../../platform/database/postgres-errors.ts'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { Audit, AuditType } from '../audit/audit.ts'
import { actorOf } from '../sessions/sessions.ts'
import {
  countMembers,
  deleteMembership,
  lastOwnerCheck,
  listMemberRows,
  lockMember,
  type MemberRow,
  setRole,
} from './store.ts'

/**
 * Who belongs to an account as what. A role is read with every request, so what somebody loses is lost with the commit.
 * That somebody owns the account is held by the database, which two requests at the same moment cannot pass.
 */
export interface Members {
  list(tenant: Tenant, page: PageRequest, role: Role | undefined): Promise<PageResult<Member>>
  /** Throws `member_not_found`, `last_owner`. */
  changeRole(trx: TenantTransaction, by: UserPrincipal, change: RoleChange): Promise<Member>
  /** Throws `member_not_found`, `last_owner`. */
  remove(trx: TenantTransaction, by: UserPrincipal, userId: string): Promise<void>
  /** Throws `last_owner`. */
  leave(trx: TenantTransaction, member: UserPrincipal): Promise<void>
}

interface RoleChange {
  readonly userId: string
  readonly role: Role
}

export function memberService({ audit }: { readonly audit: Audit }): Members {
  const lock = async (trx: TenantTransaction, userId: string): Promise<MemberRow> => {
    const member = await lockMember(trx, userId)
    if (!member) throw new AppError('member_not_found')
    return member
  }
  const drop = async (
    trx: TenantTransaction,
    by: UserPrincipal,
    { userId, type }: { readonly userId: string; readonly type: AuditType },
  ): Promise<void> => {
    const { name, role } = await lock(trx, userId)
    await keepingAnOwner(() => deleteMembership(trx, userId))
    await audit.recordForAccount(trx, { type, actor: actorOf(by), data: { user: userId, name, role } })
  }
  return {
    async list(tenant, { limit, after, wantsTotal }, role) {
      const rows = await listMemberRows(tenant, { limit: limit + 1, after, role })
      const { data, next } = pageOf(rows, { limit }, ({ userId }) => userId)
      return { data: data.map(toMember), next, ...(wantsTotal ? { total: await countMembers(tenant, role) } : {}) }
    },
    async changeRole(trx, by, { userId, role }) {
      const member = await lock(trx, userId)
      if (member.role === role) return toMember(member)
      await keepingAnOwner(() => setRole(trx, userId, role))
      const data = { user: userId, name: member.name, from: member.role, to: role }
      await audit.recordForAccount(trx, { type: 'member.role_changed', actor: actorOf(by), data })
      return toMember({ ...member, role })
    },
    remove: (trx, by, userId) => drop(trx, by, { userId, type: userId === by.id ? 'member.left' : 'member.removed' }),
    leave: (trx, member) => drop(trx, member, { userId: member.id, type: 'member.left' }),
  }
}

async function keepingAnOwner(change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!isCheckViolation(error, lastOwnerCheck)) throw error
    throw new AppError('last_owner', {
      detail: 'Nobody else owns this account. Make somebody else an owner first.',
      cause: error,
    })
  }
}

const toMember = ({ joinedAt, ...row }: MemberRow): Member => ({ ...row, joinedAt: joinedAt.toISOString() })
