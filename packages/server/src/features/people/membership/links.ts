import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { isForeignKeyViolation } from '../../../platform/database/postgres-errors.ts'
import type { Database, TenantTransaction, Transaction } from '../../../platform/database/sql.ts'
import { deriveKeys, type Keys } from '../../../platform/secrets/encryption.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { type Mail, signInLinkMail } from '../../mail/index.ts'
import { type Audit, type AuditActor, hubActor, operatorActor, userOf } from '../audit/audit.ts'
import { makeToken, tokenDigest } from '../opaque-token.ts'
import { isProvenToOperator } from '../users/addresses.ts'
import { deleteUserLinks, findSetupLinkSince, insertUserLink, lockSetupLinks } from '../users/link-queries.ts'
import { findUser, hasOperator, type UserRow } from '../users/user-queries.ts'
import { type Invitations, invitationMs, type LinkToSend, type NewInvitation } from './invitations.ts'
import { type ReadLink, readLink } from './read-link.ts'

/**
 * Links with which people sign in without a password: shown once, valid once and for a limited time. The secret is
 * after the `#`, so no server, proxy or log receives it.
 */
export interface Links {
  /**
   * Undefined once the hub has an operator. An earlier link is no longer valid, unless it is less than a minute old:
   * nodes that start side by side show the same link.
   */
  makeSetupLink(ownedAccount?: AccountId): Promise<string | undefined>
  /**
   * Undefined if the person does not exist or is disabled. Mailed only to an address that is proven to operators: the
   * owner of another mailbox could sign in as the person.
   */
  makeSignInLink(userId: string, actor?: AuditActor): Promise<LinkToSend | undefined>
  /** As an operator of the hub. Undefined for an unknown account. */
  invite(
    invitation: NewInvitation & { readonly accountId: AccountId },
    actor?: AuditActor,
  ): Promise<LinkToSend | undefined>
  /** The same inside a transaction of the caller, for an existing account. */
  inviteIn(trx: TenantTransaction, invitation: NewInvitation, actor: AuditActor): Promise<LinkToSend>
  /** How long links are valid. */
  readonly lives: { readonly userLinkMs: number; readonly invitationMs: number }
  /** Throws `link_invalid`. */
  read(token: string): Promise<ReadLink>
}

export interface LinksOptions {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly accounts: Pick<Accounts, 'findNames'>
  readonly invitations: Pick<Invitations, 'invite'>
  readonly mail: Mail
  readonly publicUrl: string
  readonly secrets: Keys
}

const minuteMs = 60_000
const userLinkMs = 30 * minuteMs
const sideBySideMs = minuteMs

export function linkService(options: LinksOptions): Links {
  const { database, clock, audit, accounts, invitations, mail, publicUrl, secrets } = options
  const [setupKey] = deriveKeys(secrets, 'setup links')
  const setupTokenOf = (createdAt: Date): string =>
    createHmac('sha256', setupKey).update(createdAt.toISOString()).digest('base64url')
  const times = (lifeMs: number) => ({ createdAt: new Date(clock.now()), expiresAt: new Date(clock.now() + lifeMs) })
  const addressOf = (page: 'setup' | 'sign-in', token: string): string => `${publicUrl}/console/${page}#${token}`
  const inviteIn: Links['inviteIn'] = async (trx, invitation, actor) => {
    const { link, isMailed } = await invitations.invite(trx, actor, { ...invitation, byOperator: true })
    return { link, isMailed }
  }
  const mailSignInLink = (trx: Transaction, { email: to, emailProvenBy }: UserRow, link: string, expiresAt: Date) =>
    isProvenToOperator(emailProvenBy)
      ? mail.post(trx, { kind: 'sign_in_link', to, expiresAt, content: signInLinkMail({ hubUrl: publicUrl, link }) })
      : false

  return {
    makeSetupLink: (ownedAccount) =>
      database.transaction(async (trx) => {
        await lockSetupLinks(trx)
        if (await hasOperator(trx)) return undefined
        const link = { ownedAccount: ownedAccount ?? null, ...times(userLinkMs) }
        const recent = await findSetupLinkSince(trx, new Date(link.createdAt.getTime() - sideBySideMs), link)
        const shown = recent && setupTokenOf(recent.createdAt)
        if (shown !== undefined && recent?.sha256.equals(tokenDigest(shown))) return addressOf('setup', shown)
        const token = setupTokenOf(link.createdAt)
        await deleteUserLinks(trx, 'setup', null)
        await insertUserLink(trx, { sha256: tokenDigest(token), kind: 'setup', userId: null, madeBy: null, ...link })
        await audit.recordForHub(trx, { type: 'link.created', actor: hubActor, data: { kind: 'setup' } })
        return addressOf('setup', token)
      }),
    makeSignInLink: (userId, actor = operatorActor) =>
      database.transaction(async (trx) => {
        const user = await findUser(trx, userId)
        if (!user || user.disabledAt) return undefined
        const token = makeToken()
        const lifetime = times(userLinkMs)
        await deleteUserLinks(trx, 'sign_in', user.id)
        await insertUserLink(trx, {
          sha256: tokenDigest(token),
          kind: 'sign_in',
          userId: user.id,
          madeBy: userOf(actor),
          ownedAccount: null,
          ...lifetime,
        })
        await audit.recordForHub(trx, {
          type: 'link.created',
          actor,
          data: { kind: 'sign_in', user: user.id },
        })
        const link = addressOf('sign-in', token)
        return { link, isMailed: await mailSignInLink(trx, user, link, lifetime.expiresAt) }
      }),
    async invite({ accountId, ...invitation }, actor = operatorActor) {
      try {
        return await database.tenantTransaction(accountId, (trx) => inviteIn(trx, invitation, actor))
      } catch (error) {
        if (isForeignKeyViolation(error, 'invitations_account_id_fkey')) return undefined
        throw error
      }
    },
    inviteIn,
    lives: { userLinkMs, invitationMs },
    read: (token) => readLink({ database, clock, accounts }, token),
  }
}
