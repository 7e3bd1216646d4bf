import type { Static } from 'typebox'
import { Actor } from '../schema/actor.ts'
import { CalendarDate, Nullable, Text, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** A takedown on a day to come. A release has one at most: the newest. */
export const PlannedTakedown = Type.Object({
  on: { ...CalendarDate, description: 'The requested date' },
  at: { ...Timestamp, description: 'When that date starts in the `timeZone` of the release, or in UTC' },
  outlets: Nullable(
    Type.Array(Text(64), { maxItems: 200, description: 'null: all outlets that have the release at that time' }),
  ),
  reason: Type.String({ maxLength: 1000, description: 'The reason that was given' }),
  actor: {
    ...Actor,
    description: 'Who planned it. Only the operator can change or cancel a takedown that the operator planned',
  },
})
export type PlannedTakedown = Static<typeof PlannedTakedown>
