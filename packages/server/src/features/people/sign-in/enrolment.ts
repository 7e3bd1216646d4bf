import { AppError } from '@spindle/contract'
import type { Role } from '@spindle/contract/console'
import type { SessionPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Database, type Transaction, tenantSql } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Audit } from '../audit/audit.ts'
import { findRole, insertMembership } from '../membership/member-queries.ts'
import { linkDigest } from '../opaque-token.ts'
import type { ProveAddress } from '../profile/prove-address.ts'
import { actorOf, type BegunSession, type Sessions, type Visitor } from '../sessions/sessions.ts'
import { isSameAddress } from '../users/addresses.ts'
import { findInvitation, findUserLink, type InvitationRow, useInvitation, useUserLink } from '../users/link-queries.ts'
import { findUser, hasOperator, type UserRow } from '../users/user-queries.ts'
import type { FirstWays, Newcomers } from './newcomers.ts'

/** How people become users of this hub: the first one by the setup link, all others by an invitation. */
export interface Enrolment {
  /** The browser's challenge, before the person exists. Throws `link_invalid`, `mail_taken`, `state_conflict`. */
  askForPasskey(request: PasskeyRequest): Promise<object>
  /** Throws `link_invalid`, `password_refused`, `passkey_refused`, `mail_taken`. */
  setUp(request: SetupRequest, visitor: Visitor): Promise<BegunSession>
  /** The same, with the email address of the invitation. */
  signUp(request: SignUpRequest, visitor: Visitor): Promise<BegunSession>
  /** Throws `link_invalid`, and `state_conflict` for an invitation to another address than the person's. */
  accept(
    session: Pick<SessionPrincipal, 'id'>,
    linkSha256: Buffer,
  ): Promise<{ readonly accountId: AccountId; readonly role: Role }>
  /**
   * Uses an invitation and signs in, for a person whose identity the provider has just proved, with the address that it
   * stated as verified. Throws as `accept`.
   */
  enter(user: UserRow, request: EnterRequest, visitor: Visitor): Promise<BegunSession>
}

interface PasskeyRequest {
  readonly token: string
  readonly name: string
  /** An invitation has its own address. */
  readonly email?: string | undefined
}

interface SignUpRequest extends FirstWays {
  readonly linkSha256: Buffer
  readonly name: string
}

interface EnterRequest {
  readonly linkSha256: Buffer
  readonly verifiedMail: string | undefined
}

interface SetupRequest extends SignUpRequest {
  readonly email: string
  readonly accountName?: string | undefined
}

export interface EnrolmentOptions {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly accounts: Accounts
  readonly newcomers: Newcomers
  readonly proveAddress: ProveAddress
  readonly sessions: Sessions
}

export function enrolmentService(options: EnrolmentOptions): Enrolment {
  const { database, clock, audit, accounts, newcomers, proveAddress, sessions } = options
  const now = (): Date => new Date(clock.now())
  const join = async (trx: Transaction, user: UserRow, invitation: InvitationRow): Promise<Role> => {
    const tenant = tenantSql(trx, invitation.accountId)
    if (!(await useInvitation(tenant, { id: invitation.id, userId: user.id, now: now() })))
      throw new AppError('link_invalid')
    await insertMembership(tenant, { userId: user.id, role: invitation.role, createdAt: now() })
    const data = { invitation: invitation.id, user: user.id, role: invitation.role }
    await audit.recordForAccount(tenant, { type: 'invitation.accepted', actor: actorOf(user), data })
    return (await findRole(tenant, user.id))?.role ?? invitation.role
  }
  const own = async (trx: Transaction, user: UserRow, accountId: AccountId): Promise<void> =>
    insertMembership(tenantSql(trx, accountId), { userId: user.id, role: 'owner', createdAt: now() })

  return {
    async askForPasskey({ token, name, email: given }) {
      const link = await findUserLink(database.system, linkDigest(token), now())
      const email =
        link?.kind === 'setup' ? given : (await findInvitation(database.system, linkDigest(token), now()))?.email
      if (email === undefined) throw new AppError('link_invalid')
      return newcomers.askForPasskey({ name: name.trim(), email })
    },
    async setUp({ linkSha256: sha256, accountName, name, email, ...ways }, visitor) {
      if ((await findUserLink(database.system, sha256, now()))?.kind !== 'setup') throw new AppError('link_invalid')
      const newcomer = await newcomers.prepare({ name, email, emailProvenBy: 'setup', isOperator: true }, ways)
      const { user } = newcomer
      return database.transaction(async (trx) => {
        const link = await useUserLink(trx, { sha256, kind: 'setup', now: now() })
        if (!link || (await hasOperator(trx))) throw new AppError('link_invalid')
        await newcomers.add(trx, newcomer)
        if (link.ownedAccount) await own(trx, user, link.ownedAccount)
        if (accountName !== undefined) await own(trx, user, (await accounts.createAccountIn(trx, accountName)).id)
        await audit.recordForHub(trx, { type: 'hub.set_up', actor: actorOf(user), data: { user: user.id } })
        return sessions.begin(trx, { user, way: 'setup', visitor })
      })
    },
    async signUp({ linkSha256, name, ...ways }, visitor) {
      const invitation = await findInvitation(database.system, linkSha256, now())
      if (!invitation) throw new AppError('link_invalid')
      const newcomer = await newcomers.prepare(
        { name, email: invitation.email, emailProvenBy: proofOf(invitation, ways), isOperator: false },
        ways,
      )
      const { user } = newcomer
      return database.transaction(async (trx) => {
        await newcomers.add(trx, newcomer)
        await join(trx, user, invitation)
        return sessions.begin(trx, { user, way: 'invitation', visitor })
      })
    },
    async accept({ id }, linkSha256) {
      const invitation = await findInvitation(database.system, linkSha256, now())
      const user = await findUser(database.system, id)
      if (!invitation || !user) throw new AppError('link_invalid')
      requireAddressee(invitation, [user.email])
      const role = await database.transaction(async (trx) => {
        await proveAddress.byInvitation(trx, user, invitation.byOperator)
        return join(trx, user, invitation)
      })
      return { accountId: invitation.accountId, role }
    },
    enter: (user, { linkSha256, verifiedMail }, visitor) =>
      database.transaction(async (trx) => {
        const invitation = await findInvitation(trx, linkSha256, now())
        if (!invitation) throw new AppError('link_invalid')
        requireAddressee(invitation, verifiedMail === undefined ? [user.email] : [user.email, verifiedMail])
        await proveAddress.byProvider(trx, user, verifiedMail)
        await join(trx, user, invitation)
        return sessions.begin(trx, { user, way: 'invitation', visitor })
      }),
  }
}

/** With an identity the provider has stated the address; a link alone proves as much as its maker may vouch for. */
const proofOf = ({ byOperator }: InvitationRow, { identity }: FirstWays): UserRow['emailProvenBy'] => {
  if (identity) return 'provider'
  return byOperator ? 'operator' : 'invitation'
}

/** Throws `state_conflict` unless one of the addresses is the invited one. */
function requireAddressee({ email }: InvitationRow, addresses: readonly string[]): void {
  if (addresses.some((address) => isSameAddress(address, email))) return
  throw new AppError('state_conflict', {
    detail: `This invitation is for ${email}, but you are signed in as ${addresses[0]}. Sign in as ${email}, or ask for an invitation for ${addresses[0]}.`,
  })
}
