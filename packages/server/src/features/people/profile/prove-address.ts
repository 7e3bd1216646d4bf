import { AppError } from '@spindle/contract'
import type { AddressProof } from '@spindle/contract/console'
import type { Database, Transaction } from '../../../platform/database/sql.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import { actorOf } from '../sessions/sessions.ts'
import { isProvenToOperator, isSameAddress } from '../users/addresses.ts'
import { refusingTakenMail } from '../users/refuse-taken-mail.ts'
import { isAddressFree, lockUser, setProvenAddress, type UserRow } from '../users/user-queries.ts'

/** How an address becomes proven. Each proof is recorded. */
export interface ProveAddress {
  /** An operator vouches for the address, which replaces the previous one. Throws `user_not_found`, `mail_taken`. */
  byOperator(userId: string, email: string, actor: AuditActor): Promise<void>
  /** The outside provider stated it as verified: proves the address of the person, or the requested one. */
  byProvider(trx: Transaction, user: UserRow, verifiedMail: string | undefined): Promise<void>
  /** The person used an invitation that was sent to the person's address. */
  byInvitation(trx: Transaction, user: UserRow, byOperator: boolean): Promise<void>
}

export interface ProveAddressOptions {
  readonly database: Database
  readonly audit: Audit
}

export function addressProver({ database, audit }: ProveAddressOptions): ProveAddress {
  const prove = async (
    trx: Transaction,
    { id }: Pick<UserRow, 'id'>,
    proof: { readonly email: string; readonly provenBy: AddressProof },
    actor: AuditActor,
  ): Promise<void> => {
    await refusingTakenMail(() => setProvenAddress(trx, id, proof))
    const data = { user: id, email: proof.email, by: proof.provenBy }
    await audit.recordForHub(trx, { type: 'address.proven', actor, data })
  }
  return {
    byOperator: (userId, email, actor) =>
      database.transaction(async (trx) => {
        const user = await lockUser(trx, userId)
        if (!user) throw new AppError('user_not_found')
        await prove(trx, user, { email, provenBy: 'operator' }, actor)
      }),
    async byProvider(trx, user, verifiedMail) {
      if (verifiedMail === undefined) return
      const proof = { provenBy: 'provider' } as const
      if (isSameAddress(user.email, verifiedMail)) {
        if (!isProvenToOperator(user.emailProvenBy))
          await prove(trx, user, { ...proof, email: user.email }, actorOf(user))
        return
      }
      const { pendingEmail } = user
      if (pendingEmail === null || !isSameAddress(pendingEmail, verifiedMail)) return
      // If another person has it, an operator decides. The sign-in still succeeds.
      if (await isAddressFree(trx, pendingEmail))
        await prove(trx, user, { ...proof, email: pendingEmail }, actorOf(user))
    },
    async byInvitation(trx, user, byOperator) {
      const isBetter = byOperator ? !isProvenToOperator(user.emailProvenBy) : user.emailProvenBy === null
      if (!isBetter) return
      const provenBy = byOperator ? 'operator' : 'invitation'
      await prove(trx, user, { email: user.email, provenBy }, actorOf(user))
    },
  }
}
