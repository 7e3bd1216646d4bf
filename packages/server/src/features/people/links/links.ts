import type { Role } from '@spindle/contract/console'
import type { Clock } from '../../../platform/clock.ts'
import { isForeignKeyViolation } from '../../../platform/database/postgres-errors.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId, Ids } from '../../../platform/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { type Audit, hubActor, operatorActor } from '../audit/audit.ts'
import { makeToken, tokenDigest } from '../opaque-token.ts'
import { findUserByMail, hasOperator } from '../users/store.ts'
import { type ReadLink, readLink } from './read-link.ts'
import { deleteUserLinks, insertInvitation, insertUserLink } from './store.ts'

/**
 * Links by which people come in without a password: shown once, valid once and for a while. The secret stands behind the
 * `#`, so that no server, proxy or log on the way ever sees it.
 */
export interface Links {
  /** Undefined once somebody runs the hub. The link before it is worth nothing any more. */
  makeSetupLink(ownedAccount?: AccountId): Promise<string | undefined>
  /** Undefined when nobody active has this mail address. */
  makeSignInLink(email: string): Promise<string | undefined>
  /** Undefined when there is no such account. */
  invite(invitation: NewInvitation): Promise<string | undefined>
  /** Throws `link_invalid`. */
  read(token: string): Promise<ReadLink>
}

export interface NewInvitation {
  readonly accountId: AccountId
  readonly email: string
  readonly role: Role
}

export interface LinksOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Audit
  readonly accounts: Pick<Accounts, 'findNames'>
  readonly publicUrl: string
}

const minuteMs = 60_000
const userLinkMs = 30 * minuteMs
const invitationMs = 7 * 24 * 60 * minuteMs

export function linkService(options: LinksOptions): Links {
  const { database, ids, clock, audit, accounts, publicUrl } = options
  const times = (lifeMs: number) => ({ createdAt: new Date(clock.now()), expiresAt: new Date(clock.now() + lifeMs) })
  const addressOf = (page: 'setup' | 'sign-in' | 'invitation', token: string): string =>
    `${publicUrl}/console/${page}#${token}`

  return {
    makeSetupLink: (ownedAccount) =>
      database.transaction(async (trx) => {
        if (await hasOperator(trx)) return undefined
        const token = makeToken()
        await deleteUserLinks(trx, 'setup', null)
        await insertUserLink(trx, {
          sha256: tokenDigest(token),
          kind: 'setup',
          userId: null,
          ownedAccount: ownedAccount ?? null,
          ...times(userLinkMs),
        })
        await audit.recordForHub(trx, { type: 'link.created', actor: hubActor, data: { kind: 'setup' } })
        return addressOf('setup', token)
      }),
    makeSignInLink: (email) =>
      database.transaction(async (trx) => {
        const user = await findUserByMail(trx, email)
        if (!user || user.disabledAt) return undefined
        const token = makeToken()
        await deleteUserLinks(trx, 'sign_in', user.id)
        await insertUserLink(trx, {
          sha256: tokenDigest(token),
          kind: 'sign_in',
          userId: user.id,
          ownedAccount: null,
          ...times(userLinkMs),
        })
        await audit.recordForHub(trx, {
          type: 'link.created',
          actor: operatorActor,
          data: { kind: 'sign_in', user: user.id },
        })
        return addressOf('sign-in', token)
      }),
    async invite({ accountId, email, role }) {
      const token = makeToken()
      const id = ids.make('inv')
      try {
        await database.tenantTransaction(accountId, async (trx) => {
          await insertInvitation(trx, { id, sha256: tokenDigest(token), email, role, ...times(invitationMs) })
          await audit.recordForAccount(trx, {
            type: 'invitation.created',
            actor: operatorActor,
            data: { invitation: id, email, role },
          })
        })
      } catch (error) {
        if (isForeignKeyViolation(error, 'invitations_account_id_fkey')) return undefined
        throw error
      }
      return addressOf('invitation', token)
    },
    read: (token) => readLink({ database, clock, accounts }, token),
  }
}
