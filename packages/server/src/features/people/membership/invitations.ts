import { AppError } from '@spindle/contract'
import type { Invitation, Role } from '@spindle/contract/console'
import type { PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import { type Audit, type AuditActor, userOf } from '../audit/audit.ts'
import { makeToken, tokenDigest } from '../opaque-token.ts'
import {
  countInvitations,
  deleteInvitation,
  deleteInvitationsOf,
  insertInvitation,
  listInvitationRows,
} from '../users/link-queries.ts'
import { isMemberByMail } from './member-queries.ts'

/**
 * Invitations to an account. Only `invite` returns the link, once; a newer invitation for the same address replaces the
 * earlier one.
 */
export interface Invitations {
  /** Throws `state_conflict` for a member of the account. */
  invite(tenant: Tenant, by: AuditActor, invitation: NewInvitation & Inviting): Promise<CreatedInvitation>
  list(tenant: Tenant, page: PageRequest): Promise<PageResult<Invitation>>
  /** Throws `invitation_not_found`. */
  revoke(trx: TenantTransaction, by: AuditActor, id: string): Promise<void>
}

export interface NewInvitation {
  readonly email: string
  readonly role: Role
}

interface Inviting {
  /** Made as an operator of the hub, not as an owner of the account. */
  readonly byOperator: boolean
}

export type CreatedInvitation = Invitation & { readonly link: string }

export interface InvitationsOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Audit
  readonly publicUrl: string
}

/** How long an invitation can be used. */
export const invitationMs = 7 * 24 * 60 * 60_000

export function invitationService({ ids, clock, audit, publicUrl }: InvitationsOptions): Invitations {
  const now = (): Date => new Date(clock.now())
  return {
    async invite(tenant, actor, { email, role, byOperator }) {
      if (await isMemberByMail(tenant, email))
        throw new AppError('state_conflict', { detail: `${email} is already a member of this account.` })
      const token = makeToken()
      const id = ids.make('inv')
      const times = { createdAt: now(), expiresAt: new Date(clock.now() + invitationMs) }
      await deleteInvitationsOf(tenant, email)
      const maker = { madeBy: userOf(actor), byOperator }
      await insertInvitation(tenant, { id, sha256: tokenDigest(token), email, role, ...maker, ...times })
      const data = { invitation: id, email, role }
      await audit.recordForAccount(tenant, { type: 'invitation.created', actor, data })
      return { ...toItem({ id, email, role, ...times }), link: `${publicUrl}/console/invitation#${token}` }
    },
    async list(tenant, { limit, after, wantsTotal }) {
      const rows = await listInvitationRows(tenant, { limit: limit + 1, after, now: now() })
      const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
      return { data: data.map(toItem), next, ...(wantsTotal ? { total: await countInvitations(tenant, now()) } : {}) }
    },
    async revoke(trx, actor, id) {
      const revoked = await deleteInvitation(trx, { id, now: now() })
      if (!revoked) throw new AppError('invitation_not_found')
      const data = { invitation: id, email: revoked.email }
      await audit.recordForAccount(trx, { type: 'invitation.revoked', actor, data })
    },
  }
}

interface InvitationTimes extends NewInvitation {
  readonly id: Invitation['id']
  readonly createdAt: Date
  readonly expiresAt: Date
}

const toItem = ({ id, email, role, createdAt, expiresAt }: InvitationTimes): Invitation => ({
  id,
  email,
  role,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
