import { AppError } from '@spindle/contract'
import type { SignInSettings } from '../../../config/sign-in.ts'
import type { SessionPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { passwordChangedMail } from '../../mail/index.ts'
import type { Audit } from '../audit/audit.ts'
import { isToken, tokenDigest } from '../opaque-token.ts'
import type { PasswordHashes } from '../password/password-hash.ts'
import { requireGoodPassword } from '../password/password-rules.ts'
import type { TellPerson } from '../profile/tell-person.ts'
import { isKnownNetwork } from '../sessions/session-queries.ts'
import { actorOf, type BegunSession, type Sessions, type Visitor } from '../sessions/sessions.ts'
import { useUserLink } from '../users/link-queries.ts'
import { requireWay } from '../users/sign-in-methods.ts'
import { findUser, findUserByMail, setPasswordHash, type UserRow } from '../users/user-queries.ts'
import type { FailedAttempts, KnownBy } from './failed-attempts.ts'
import type { KnownBrowsers } from './known-browsers.ts'

/**
 * How known people sign in, confirm their identity, and change their password. Calls with a password throw
 * `state_conflict` if the operator disabled passwords.
 */
export interface SignIn {
  /** Throws `sign_in_failed` for an unknown address, a wrong password and a disabled person alike, in the same time. */
  byPassword(credentials: Credentials, visitor: Visitor): Promise<BegunSession>
  /** Throws `link_invalid`. */
  byLink(token: string, visitor: Visitor): Promise<BegunSession>
  /** Throws `sign_in_failed`. */
  confirm(session: SessionPrincipal, password: string, visitor: Visitor): Promise<BegunSession>
  /** Throws `password_refused`. */
  setPassword(session: SessionPrincipal, password: string): Promise<void>
}

interface Credentials {
  readonly email: string
  readonly password: string
}

export interface SignInOptions {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly passwords: PasswordHashes
  readonly attempts: FailedAttempts
  readonly browsers: Pick<KnownBrowsers, 'find'>
  readonly sessions: Sessions
  readonly hubName: string
  readonly publicUrl: string
  readonly tell: TellPerson
  readonly signIn: SignInSettings
}

export function signInService(options: SignInOptions): SignIn {
  const { database, clock, audit, passwords, attempts, browsers, sessions, hubName, publicUrl, tell, signIn } = options

  /** The person, if the password is right. The same work is done for an unknown person. */
  const check = async (
    { email, password }: Credentials,
    { network, cookies }: Visitor,
    session?: SessionPrincipal,
  ): Promise<UserRow> => {
    requireWay(signIn, 'password')
    const user = await findUserByMail(database.system, email)
    // Also for an unknown person, so that the same work is done.
    const isAtHome = await isKnownNetwork(database.system, user?.id ?? '', network)
    const attempt = {
      email,
      network,
      known: findKnown({ session, browser: browsers.find(cookies, user?.id), isAtHome }),
    }
    attempts.begin(attempt)
    const knownPerson = isProven(attempt.known) ? user?.id : undefined
    const { isRight, isOutdated } = await passwords.verify(user?.passwordPhc ?? undefined, password, knownPerson)
    if (!user || !isRight || user.disabledAt) throw new AppError('sign_in_failed')
    attempts.forgive(attempt)
    if (isOutdated) await setPasswordHash(database.system, user.id, await passwords.hash(password, user.id))
    return user
  }

  return {
    async byPassword(credentials, visitor) {
      const user = await check(credentials, visitor)
      return database.transaction((trx) => sessions.begin(trx, { user, way: 'password', visitor }))
    },
    byLink: (token, visitor) =>
      database.transaction(async (trx) => {
        const now = new Date(clock.now())
        const sha256 = isToken(token) ? tokenDigest(token) : undefined
        const link = sha256 && (await useUserLink(trx, { sha256, kind: 'sign_in', now }))
        const user = link?.userId ? await findUser(trx, link.userId) : undefined
        if (!user || user.disabledAt) throw new AppError('link_invalid')
        return sessions.begin(trx, { user, way: 'link', visitor })
      }),
    async confirm(session, password, visitor) {
      const known = await findUser(database.system, session.id)
      if (!known) throw new AppError('signed_out')
      const user = await check({ email: known.email, password }, visitor, session)
      return database.transaction((trx) => sessions.confirm(trx, user, session))
    },
    async setPassword({ id, sessionId }, password) {
      const user = await findUser(database.system, id)
      if (!user) throw new AppError('signed_out')
      requireWay(signIn, 'password')
      requireGoodPassword(password, { ...user, hubName })
      const phc = await passwords.hash(password, id)
      await database.transaction(async (trx) => {
        await setPasswordHash(trx, id, phc)
        await sessions.endOthers(trx, { user, actor: actorOf(user) }, sessionId)
        await audit.recordForHub(trx, { type: 'password.set', actor: actorOf(user), data: {} })
        await tell(trx, id, {
          kind: 'password_changed',
          write: ({ name }) => passwordChangedMail({ hubUrl: publicUrl, name }),
        })
      })
    },
  }
}

interface Traces {
  readonly session: SessionPrincipal | undefined
  readonly browser: string | undefined
  readonly isAtHome: boolean
}

/** More than the network identifies the person: others cannot take the person's place in the queue. */
const isProven = (known: KnownBy | undefined): boolean => known?.by === 'session' || known?.by === 'browser'

/** The session has a recent confirmation; the person has signed in with this browser before. */
function findKnown({ session, browser, isAtHome }: Traces): KnownBy | undefined {
  if (session) return { by: 'session', id: session.sessionId }
  if (browser !== undefined) return { by: 'browser', id: browser }
  return isAtHome ? { by: 'network' } : undefined
}
