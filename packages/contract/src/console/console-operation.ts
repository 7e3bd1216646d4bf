import { Id } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** What operations of the console have in common. */

export const tag = 'Console'
/** For anyone who opens the page: no session is checked. */
export const forVisitors = { tag, auth: 'none', surface: 'console' } as const
/** For people who signed in. */
export const forPeople = { tag, auth: 'session', surface: 'console' } as const
/** For people who run the hub. */
export const forOperators = { ...forPeople, needsOperator: true } as const

export const sessionParams = Type.Object({ sessionId: Id('ses') })

/** For members of the account in the path, whatever their role. */
export const forMembers = { ...forPeople, needsRole: 'viewer' } as const
/** For its owners. */
export const forOwners = { ...forPeople, needsRole: 'owner' } as const

/** What operations on one account begin with. */
export const accountPath = '/console/api/accounts/{accountId}'
export const accountParams = Type.Object({ accountId: Id('acc') })
