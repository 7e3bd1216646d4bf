import {
  changeRole,
  createServiceClient,
  getMemberAccess,
  inviteMember,
  leaveAccount,
  listInvitations,
  listMembers,
  listServiceClients,
  removeMember,
  revokeInvitation,
  revokeServiceClient,
  updateAccount,
} from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import { actorOf } from '../sessions/sessions.ts'
import type { AccountChanges } from './account-changes.ts'
import type { Invitations } from './invitations.ts'
import type { Members } from './members.ts'

export interface TeamRoutes {
  readonly members: Members
  readonly invitations: Invitations
  readonly accountChanges: AccountChanges
}

export function bindTeam(http: Http, { members, invitations, accountChanges }: TeamRoutes): void {
  route(http, listMembers, async ({ tenant, page, query }) => ({ page: await members.list(tenant, page, query.role) }))
  route(http, changeRole, async ({ trx, principal, params, body }) => ({
    body: await members.changeRole(trx, principal, { userId: params.userId, ...body }),
  }))
  route(http, getMemberAccess, async ({ tenant, params }) => ({
    body: await members.listAccess(tenant, params.userId),
  }))
  route(http, removeMember, async ({ trx, principal, params, query }) => {
    await members.remove(trx, principal, { userId: params.userId, access: query.access })
    return { body: undefined }
  })
  route(http, leaveAccount, async ({ trx, principal }) => {
    await members.leave(trx, principal)
    return { body: undefined }
  })
  route(http, listInvitations, async ({ tenant, page }) => ({ page: await invitations.list(tenant, page) }))
  route(http, inviteMember, async ({ trx, principal, body }) => ({
    body: await invitations.invite(trx, actorOf(principal), { ...body, byOperator: false }),
  }))
  route(http, revokeInvitation, async ({ trx, principal, params }) => {
    await invitations.revoke(trx, actorOf(principal), params.invitationId)
    return { body: undefined }
  })
  bindAccount(http, accountChanges)
}

function bindAccount(http: Http, changes: AccountChanges): void {
  route(http, updateAccount, async ({ trx, principal, body }) => ({
    body: { id: principal.accountId, name: await changes.rename(trx, actorOf(principal), body.name) },
  }))
  route(http, listServiceClients, async ({ tenant }) => ({ body: { data: await changes.listClients(tenant) } }))
  route(http, createServiceClient, async ({ trx, principal, body }) => ({
    body: await changes.createClient(trx, actorOf(principal), body.name),
  }))
  route(http, revokeServiceClient, async ({ trx, principal, params }) => {
    await changes.revokeClient(trx, actorOf(principal), params.clientId)
    return { body: undefined }
  })
}
