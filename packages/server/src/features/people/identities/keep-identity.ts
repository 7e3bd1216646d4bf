import { AppError } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import { isUniqueViolation } from '../../../platform/database/postgres-errors.ts'
import type { Transaction } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { Audit } from '../audit/audit.ts'
import { actorOf } from '../sessions/sessions.ts'
import type { UserRow } from '../users/user-queries.ts'
import { type IdentityRow, insertIdentity, oneOfUserConstraint, takenConstraint } from './identity-queries.ts'

/** An identity that the provider has just proved. */
export type ProvenIdentity = Pick<IdentityRow, 'issuer' | 'subject' | 'label'>

/** Adds an identity as a sign-in method of a person. Throws `state_conflict`. */
export type KeepIdentity = (
  trx: Transaction,
  user: Pick<UserRow, 'id' | 'name'>,
  identity: ProvenIdentity,
) => Promise<IdentityRow>

export interface KeepIdentityOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Audit
}

export const identityKeeper =
  ({ ids, clock, audit }: KeepIdentityOptions): KeepIdentity =>
  async (trx, user, { issuer, subject, label }) => {
    const createdAt = new Date(clock.now())
    const row = { id: ids.make('idn'), userId: user.id, issuer, subject, label, createdAt, lastUsedAt: createdAt }
    try {
      await insertIdentity(trx, row)
    } catch (error) {
      if (isUniqueViolation(error, takenConstraint))
        throw conflict('Another user of this hub is already connected with this identity.')
      if (isUniqueViolation(error, oneOfUserConstraint))
        throw conflict('You are connected with another identity of this provider. Disconnect it first.')
      throw error
    }
    await audit.recordForHub(trx, { type: 'identity.added', actor: actorOf(user), data: { identity: row.id } })
    return row
  }

const conflict = (detail: string): AppError => new AppError('state_conflict', { detail })
