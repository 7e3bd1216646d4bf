import type { Database } from '../../../platform/database/sql.ts'
import type { Audit } from '../audit/audit.ts'
import { actorOf } from '../sessions/sessions.ts'
import { refusingTakenMail } from './refuse-taken-mail.ts'
import { lockUser, setProfile, type UserRow } from './store.ts'

/** What people change about themselves. */
export interface Profiles {
  /** Throws `mail_taken`. */
  update(userId: string, change: ProfileChange): Promise<void>
}

interface ProfileChange {
  readonly name?: string | undefined
  readonly email?: string | undefined
}

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
      const wished = { name: name?.trim() ?? user.name, email: email ?? user.email }
      const data = changesOf(user, wished)
      if (Object.keys(data).length === 0) return
      await refusingTakenMail(() => setProfile(trx, userId, wished))
      await audit.recordForHub(trx, { type: 'profile.changed', actor: actorOf(user), data })
    }),
})

const changesOf = (user: UserRow, wished: Pick<UserRow, 'name' | 'email'>): Record<string, string> => ({
  ...(wished.name !== user.name && { name: wished.name }),
  ...(wished.email !== user.email && { email: wished.email }),
})
