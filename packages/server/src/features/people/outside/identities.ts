import { AppError } from '@spindle/contract'
import type { IdentityItem } from '@spindle/contract/console'
import type { SignInSettings } from '../../../config/sign-in.ts'
import type { SessionPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Audit } from '../audit/audit.ts'
import {
  deleteIdentityRow,
  findIdentity,
  findIdentityOfUser,
  type IdentityRow,
  setIdentityUsed,
} from '../identities/identity-queries.ts'
import type { KeepIdentity } from '../identities/keep-identity.ts'
import type { ProveAddress } from '../profile/prove-address.ts'
import { actorOf, type BegunSession, type Sessions } from '../sessions/sessions.ts'
import { requireAnotherWay } from '../users/sign-in-methods.ts'
import { findUser, lockUser } from '../users/user-queries.ts'
import { refuse } from './provider-failures.ts'
import type { Left, OutsideDesk, Presented } from './requests.ts'

/**
 * Actions of signed-in people with the outside provider: connect it, disconnect it, and confirm their identity with it.
 */
export interface Identities {
  /** Whether the person has an identity at the configured provider. */
  list(userId: SessionPrincipal['id']): Promise<IdentityItem[]>
  /** Both throw `state_conflict`, `provider_unavailable`. */
  beginConnection(session: SessionPrincipal): Promise<Left>
  beginConfirmation(session: SessionPrincipal): Promise<Left>
  /** Both throw `outside_sign_in_refused`, `provider_unavailable`; this one also `state_conflict`. */
  connect(session: SessionPrincipal, presented: Presented): Promise<IdentityItem>
  confirm(session: SessionPrincipal, presented: Presented): Promise<BegunSession>
  /** Throws `identity_not_found`, and `state_conflict` for the last sign-in method. */
  disconnect(session: SessionPrincipal, id: string): Promise<void>
}

export interface IdentitiesOptions {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly signIn: SignInSettings
  /** Throws `state_conflict` without a provider. */
  readonly desk: () => OutsideDesk
  readonly sessions: Sessions
  readonly keep: KeepIdentity
  readonly proveAddress: Pick<ProveAddress, 'byProvider'>
}

export function identityService(options: IdentitiesOptions): Identities {
  const { database, clock, sessions, desk, keep, proveAddress, signIn } = options
  const issuer = signIn.provider?.issuer ?? ''
  const findOwn = (userId: SessionPrincipal['id']) => findIdentityOfUser(database.system, { userId, issuer })
  return {
    list: async (userId) => [await findOwn(userId)].flatMap((row) => (row ? [toItem(row)] : [])),
    beginConnection: async ({ id }) => desk().requests.leave({ errand: 'connect', userId: id }),
    async beginConfirmation({ id }) {
      const { requests } = desk()
      if (!(await findOwn(id)))
        throw new AppError('state_conflict', { detail: 'You are not connected with the external provider yet.' })
      return requests.leave({ errand: 'confirm', userId: id })
    },
    async connect({ id }, presented) {
      const { person } = await desk().requests.comeBack(presented, { errands: ['connect'], userId: id })
      return database.transaction(async (trx) => {
        const user = await lockUser(trx, id)
        if (!user) throw new AppError('signed_out')
        const { subject, label, verifiedMail } = person
        await proveAddress.byProvider(trx, user, verifiedMail)
        return toItem(await keep(trx, user, { issuer, subject, label }))
      })
    },
    async confirm(session, presented) {
      const { person } = await desk().requests.comeBack(presented, { errands: ['confirm'], userId: session.id })
      const identity = await findIdentity(database.system, { issuer, subject: person.subject })
      const user = await findUser(database.system, session.id)
      if (!user || identity?.userId !== user.id)
        throw refuse('The provider returned a different person. Sign in there with your own account and start again.')
      return database.transaction(async (trx) => {
        await setIdentityUsed(trx, { id: identity.id, label: person.label, now: new Date(clock.now()) })
        await proveAddress.byProvider(trx, user, person.verifiedMail)
        return sessions.confirm(trx, user, session)
      })
    },
    disconnect: (session, id) => forgetIdentity(options, session.id, id),
  }
}

/** Under a lock of the person, so that two requests cannot remove the last two sign-in methods. */
const forgetIdentity = (
  { database, audit, signIn }: IdentitiesOptions,
  userId: SessionPrincipal['id'],
  id: string,
): Promise<void> =>
  database.transaction(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user || !(await deleteIdentityRow(trx, userId, id))) throw new AppError('identity_not_found')
    requireAnotherWay(await findUser(trx, userId), signIn)
    await audit.recordForHub(trx, { type: 'identity.removed', actor: actorOf(user), data: { identity: id } })
  })

const toItem = ({ id, label, createdAt, lastUsedAt }: IdentityRow): IdentityItem => ({
  id,
  label,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
