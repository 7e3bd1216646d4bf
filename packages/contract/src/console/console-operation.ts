import { Id } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** What operations of the console have in common. */

export const tag = 'Console'
/** For whoever opens the page: no session is looked at. */
export const forVisitors = { tag, auth: 'none', surface: 'console' } as const
/** For people who signed in. */
export const forPeople = { tag, auth: 'session', surface: 'console' } as const

export const sessionParams = Type.Object({ sessionId: Id('ses') })
