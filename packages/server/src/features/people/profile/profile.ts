import type { Database } from '../../../platform/database/sql.ts'
import type { Audit } from '../audit/audit.ts'
import { actorOf } from '../sessions/sessions.ts'
import { isSameAddress } from '../users/addresses.ts'
import { lockUser, setProfile, type UserRow } from '../users/user-queries.ts'

/** What people change about themselves. */
export interface Profiles {
  /** A new address is pending until it is proven. Whether another person has it is neither checked nor revealed. */
  update(userId: string, change: ProfileChange): Promise<void>
}

interface ProfileChange {
  readonly name?: string | undefined
  readonly email?: string | undefined
}

type Profile = Pick<UserRow, 'name' | 'email' | 'pendingEmail'>

export const profileService = ({
  database,
  audit,
}: {
  readonly database: Database
  readonly audit: Audit
}): Profiles => ({
  update: (userId, { name, email }) =>
    database.transaction(async (trx) => {
      const user = await lockUser(trx, userId)
      if (!user) return
      const wished = { name: name?.trim() ?? user.name, ...wishedAddress(user, email) }
      const data = changesOf(user, wished)
      if (Object.keys(data).length === 0) return
      await setProfile(trx, userId, wished)
      await audit.recordForHub(trx, { type: 'profile.changed', actor: actorOf(user), data })
    }),
})

/** Entering the present address, in any case of letters, withdraws the earlier request. */
function wishedAddress({ email, pendingEmail }: UserRow, wished: string | undefined): Omit<Profile, 'name'> {
  if (wished === undefined) return { email, pendingEmail }
  return isSameAddress(wished, email) ? { email: wished, pendingEmail: null } : { email, pendingEmail: wished }
}

const changesOf = (user: Profile, wished: Profile): Record<string, string | null> => ({
  ...(wished.name !== user.name && { name: wished.name }),
  ...(wished.email !== user.email && { email: wished.email }),
  ...(wished.pendingEmail !== user.pendingEmail && { pendingEmail: wished.pendingEmail }),
})
