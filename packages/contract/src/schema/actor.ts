import { actorTypes } from '../definition/exchange-lists.ts'
import { OneOf } from './schema.ts'
import { Type } from './type.ts'

/** Who did something, without a name: events have the same member with `id` and `name`. */
export const Actor = Type.Object({ type: OneOf(actorTypes, { description: 'Kind of the person or program' }) })
