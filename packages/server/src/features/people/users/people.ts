import type { Role } from '@spindle/contract/console'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/ids.ts'
import { type Audit, operatorActor } from '../audit/audit.ts'
import { listMembershipsOf } from '../members/store.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { findUserByMail, hasOperator, listUsers, setDisabled } from './store.ts'

/** What the operator does with people from the machine of the hub. */
export interface People {
  hasOperator(): Promise<boolean>
  list(): Promise<Person[]>
  /** Ends every session of the person at once. False when nobody has this mail address. */
  disable(email: string): Promise<boolean>
}

export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isOperator: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | null
  readonly memberships: readonly { readonly accountId: AccountId; readonly role: Role }[]
}

export interface PeopleOptions {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly sessions: Sessions
}

export function peopleService({ database, clock, audit, sessions }: PeopleOptions): People {
  return {
    hasOperator: () => hasOperator(database.system),
    async list() {
      const users = await listUsers(database.system)
      const memberships = await listMembershipsOf(
        database.system,
        users.map(({ id }) => id),
      )
      return users.map(({ passwordPhc: _passwordPhc, ...user }) => ({
        ...user,
        memberships: memberships.filter(({ userId }) => userId === user.id),
      }))
    },
    disable: (email) =>
      database.transaction(async (trx) => {
        const user = await findUserByMail(trx, email)
        if (!user) return false
        await setDisabled(trx, user.id, new Date(clock.now()))
        await sessions.endOthers(trx, user.id, null)
        await audit.recordForHub(trx, { type: 'user.disabled', actor: operatorActor, data: { user: user.id } })
        return true
      }),
  }
}
