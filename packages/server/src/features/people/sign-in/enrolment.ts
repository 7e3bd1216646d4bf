import { AppError } from '@spindle/contract'
import type { Role } from '@spindle/contract/console'
import type { SessionPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isUniqueViolation } from '../../../platform/database/postgres-errors.ts'
import { type Database, type Transaction, tenantSql } from '../../../platform/database/sql.ts'
import type { AccountId, Ids } from '../../../platform/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Audit } from '../audit/audit.ts'
import { findInvitation, findUserLink, type InvitationRow, useInvitation, useUserLink } from '../links/store.ts'
import { findRole, insertMembership } from '../members/store.ts'
import { isToken, tokenDigest } from '../opaque-token.ts'
import type { PasswordHashes } from '../password/password-hash.ts'
import { requireGoodPassword } from '../password/password-rules.ts'
import { actorOf, type BegunSession, type Sessions, type Visitor } from '../sessions/sessions.ts'
import { findUser, hasOperator, insertUser, mailIndex, type UserRow } from '../users/store.ts'

/** How people become people of this hub: the first one by the setup link, everybody else by an invitation. */
export interface Enrolment {
  /** Throws `link_invalid`, `password_refused`, `mail_taken`. */
  setUp(request: SetupRequest, visitor: Visitor): Promise<BegunSession>
  /** The same, with the mail address of the invitation. */
  signUp(request: SignUpRequest, visitor: Visitor): Promise<BegunSession>
  /** Throws `link_invalid`. */
  accept(
    session: Pick<SessionPrincipal, 'id'>,
    token: string,
  ): Promise<{ readonly accountId: AccountId; readonly role: Role }>
}

interface SignUpRequest {
  readonly token: string
  readonly name: string
  readonly password?: string | undefined
}

interface SetupRequest extends SignUpRequest {
  readonly email: string
  readonly accountName?: string | undefined
}

export interface EnrolmentOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Audit
  readonly accounts: Accounts
  readonly passwords: PasswordHashes
  readonly sessions: Sessions
  readonly hubName: string
}

export function enrolmentService(options: EnrolmentOptions): Enrolment {
  const { database, ids, clock, audit, accounts, passwords, sessions, hubName } = options
  const now = (): Date => new Date(clock.now())
  const digest = (token: string): Buffer => {
    if (!isToken(token)) throw new AppError('link_invalid')
    return tokenDigest(token)
  }
  /** Before the link is used, so that a refused password does not cost it. */
  const prepare = async (person: {
    name: string
    email: string
    password?: string | undefined
    isOperator: boolean
  }) => {
    const { name, email, password, isOperator } = person
    if (password !== undefined) requireGoodPassword(password, { name, email, hubName })
    const passwordPhc = password === undefined ? null : await passwords.hash(password)
    return {
      id: ids.make('usr'),
      name: name.trim(),
      email,
      passwordPhc,
      isOperator,
      createdAt: now(),
      disabledAt: null,
      passkeys: 0,
    }
  }
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
    async setUp({ token, accountName, ...person }, visitor) {
      const sha256 = digest(token)
      if ((await findUserLink(database.system, sha256, now()))?.kind !== 'setup') throw new AppError('link_invalid')
      const user = await prepare({ ...person, isOperator: true })
      return database.transaction(async (trx) => {
        const link = await useUserLink(trx, { sha256, kind: 'setup', now: now() })
        if (!link || (await hasOperator(trx))) throw new AppError('link_invalid')
        await addUser(trx, user)
        if (link.ownedAccount) await own(trx, user, link.ownedAccount)
        if (accountName !== undefined) await own(trx, user, (await accounts.createAccountIn(trx, accountName)).id)
        await audit.recordForHub(trx, { type: 'hub.set_up', actor: actorOf(user), data: { user: user.id } })
        return sessions.begin(trx, { user, way: 'setup', visitor })
      })
    },
    async signUp({ token, name, password }, visitor) {
      const invitation = await findInvitation(database.system, digest(token), now())
      if (!invitation) throw new AppError('link_invalid')
      const user = await prepare({ name, email: invitation.email, password, isOperator: false })
      return database.transaction(async (trx) => {
        await addUser(trx, user)
        await join(trx, user, invitation)
        return sessions.begin(trx, { user, way: 'invitation', visitor })
      })
    },
    async accept({ id }, token) {
      const invitation = await findInvitation(database.system, digest(token), now())
      const user = await findUser(database.system, id)
      if (!invitation || !user) throw new AppError('link_invalid')
      const role = await database.transaction((trx) => join(trx, user, invitation))
      return { accountId: invitation.accountId, role }
    },
  }
}

async function addUser(trx: Transaction, user: UserRow): Promise<void> {
  try {
    await insertUser(trx, user)
  } catch (error) {
    if (!isUniqueViolation(error, mailIndex)) throw error
    throw new AppError('mail_taken', {
      errors: [
        {
          pointer: '/email',
          code: 'taken',
          detail: 'Somebody of this hub has this mail address.',
          fix: 'Sign in first, then open the link again.',
        },
      ],
    })
  }
}
