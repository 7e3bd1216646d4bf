import { AppError, type Operation } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountId } from '../../platform/values/ids.ts'
import type { Http } from '../context.ts'
import type { UserPrincipal } from '../principal.ts'
import { findSessionOf, requireConfirmation } from './authenticate-session.ts'
import { requireActiveAccount } from './require-active-account.ts'

/**
 * A person in one account. A person who is not a member gets the same answer as for an account that does not exist.
 * This also holds for operations that need no credential: nothing of the surface answers without a session.
 */
export async function authenticateMember(
  http: Http,
  { operation, accountId }: { readonly operation: Operation; readonly accountId: AccountId | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UserPrincipal> {
  const session = await findSessionOf(http, operation, request, reply)
  const member = accountId && (await http.credentials.findMember(session, accountId))
  if (!member) throw new AppError('not_found')
  await requireActiveAccount(http.credentials, member.accountId)
  requireRole(operation, member)
  requireConfirmation(http, operation, session)
  return member
}

/** Reading needs only the permission: every member may see which keys exist. */
function requireRole({ permission, scope, method, needsRole, needsOwner }: Operation, member: UserPrincipal): void {
  const { role, permissions, scopes } = member
  const mayAsk = permission === undefined || permissions.includes(permission)
  const mayManage = scope === undefined || method === 'GET' || scopes.includes(scope)
  const hasRole = role === 'owner' || (needsRole !== 'owner' && !needsOwner)
  if (mayAsk && mayManage && hasRole) return
  throw roleInsufficient(member)
}

export const roleInsufficient = ({ role }: Pick<UserPrincipal, 'role'>): AppError =>
  new AppError('role_insufficient', {
    detail: `Your role in this account is ${role}, which does not allow this. Ask an owner of the account.`,
    extensions: { role },
  })
