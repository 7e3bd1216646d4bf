import type { Static } from 'typebox'
import { Actor } from '../schema/actor.ts'
import { CalendarDate, Nullable, Text, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** A takedown on a day to come. A release has one at most: the newest. */
export const PlannedTakedown = Type.Object({
  on: { ...CalendarDate, description: 'The day that was asked for' },
  at: { ...Timestamp, description: 'When that day begins where the release says (`timeZone`), else in UTC' },
  outlets: Nullable(Type.Array(Text(64), { maxItems: 200, description: 'null: all that have the release then' })),
  reason: Type.String({ maxLength: 1000 }),
  actor: {
    ...Actor,
    description: 'Who planned it. What the operator planned, only the operator changes or calls off',
  },
})
export type PlannedTakedown = Static<typeof PlannedTakedown>
