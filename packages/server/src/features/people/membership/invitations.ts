import { AppError } from '@spindle/contract'
import type { Invitation, Role } from '@spindle/contract/console'
import type { PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { invitationMail, type Mail } from '../../mail/index.ts'
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
  invite(trx: TenantTransaction, by: AuditActor, invitation: NewInvitation & Inviting): Promise<CreatedInvitation>
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

export type CreatedInvitation = Invitation & LinkToSend

/** A link, and whether the hub sends it to the person by email. */
export interface LinkToSend {
  readonly link: string
  readonly isMailed: boolean
}

export interface InvitationsOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Audit
  readonly accounts: Pick<Accounts, 'findName'>
  readonly mail: Mail
  readonly publicUrl: string
}

/** How long an invitation can be used. */
export const invitationMs = 7 * 24 * 60 * 60_000

export function invitationService(options: InvitationsOptions): Invitations {
  const { ids, clock, audit, accounts, mail, publicUrl } = options
  const now = (): Date => new Date(clock.now())
  return {
    async invite(trx, actor, { email, role, byOperator }) {
      if (await isMemberByMail(trx, email))
        throw new AppError('state_conflict', { detail: `${email} is already a member of this account.` })
      const token = makeToken()
      const id = ids.make('inv')
      const times = { createdAt: now(), expiresAt: new Date(clock.now() + invitationMs) }
      await deleteInvitationsOf(trx, email)
      const maker = { madeBy: userOf(actor), byOperator }
      await insertInvitation(trx, { id, sha256: tokenDigest(token), email, role, ...maker, ...times })
      const data = { invitation: id, email, role }
      await audit.recordForAccount(trx, { type: 'invitation.created', actor, data })
      const link = `${publicUrl}/console/invitation#${token}`
      const inviter = actor.name ?? undefined
      const accountName = await accounts.findName(trx)
      const isMailed = await mail.post(trx.transaction, {
        kind: 'invitation',
        to: email,
        accountId: trx.accountId,
        expiresAt: times.expiresAt,
        content: invitationMail({ hubUrl: publicUrl, accountName, inviter, role, link }),
      })
      return { ...toItem({ id, email, role, ...times }), link, isMailed }
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
