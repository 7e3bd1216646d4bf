import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import type * as requests from '../operations/request-types.ts'
import { CalendarDate, ClosedObject, Id, Nullable, OneOf, Text } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { PlannedTakedown } from './planned-takedown.ts'
import { Release } from './release-model.ts'
import { OpenObject, territories } from './release-parts.ts'
import { deliveryStatuses } from './release-vocabulary.ts'

/** Taking a release down: to see before what it means, now or on a day to come, and calling it off. */

const common = {
  tag: 'Releases',
  auth: 'apiKey',
  path: '/api/v1/music-distributor/releases/{releaseId}/takedown',
  params: Type.Object({ releaseId: Id('rel') }),
  notFound: 'release_not_found',
} as const

/** Body of `takedownRelease`. Without `outlets` the release comes down everywhere, without `on` at once. */
export const TakedownRequest = ClosedObject({
  outlets: Type.Optional(
    Type.Array(Text(64), { minItems: 1, maxItems: 200, description: 'Ids of outlets; absent means all' }),
  ),
  reason: Text(500, { description: 'Why, in words; kept in the events' }),
  on: Type.Optional({
    ...CalendarDate,
    description: 'A day to come, which begins where the release says, else in UTC; absent means now',
  }),
})
export type TakedownRequest = requests.TakedownRequest

export const takedownRelease = defineOperation({
  ...common,
  id: 'takedownRelease',
  method: 'POST',
  permission: 'music:write',
  summary: 'Take a release down, everywhere or at some outlets, now or on a day',
  description:
    'With `on` nothing happens before that day: `plannedTakedown` of the release says what is planned, and takes the place of what was.',
  body: TakedownRequest,
  responses: { 202: { schema: Release, description: 'The release; each outlet confirms in its delivery' } },
  errors: ['state_conflict'],
})

/** What a takedown would mean at one outlet. */
export const OutletTakedown = Type.Object({
  outlet: Type.Object({ id: Type.String({ maxLength: 64 }), name: Type.String({ maxLength: 200 }) }),
  status: OneOf(deliveryStatuses),
  revision: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'The revision that the outlet has, or is being given',
  }),
  effect: OneOf(['told', 'withdrawn', 'down'], {
    description: 'It is told; nothing has reached it, so nothing is said; it is down, or coming down, already',
  }),
  notice: Nullable(
    Type.Object(
      {
        way: OneOf(['no_deal', 'end_date', 'purge', 'removal'], {
          description: 'The style of the message; `removal` where it is just not offered any more',
        }),
        ends: Type.Array(
          Type.Object({
            territories: territories(OpenObject),
            models: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description: 'Empty means all' }),
            uses: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description: 'Empty means all' }),
          }),
          { maxItems: 10_000, description: 'What is not offered any more' },
        ),
      },
      { description: 'How the outlet is told, and what ends; null where nothing is said' },
    ),
  ),
})
export type OutletTakedown = Static<typeof OutletTakedown>

/** Answer of `previewTakedown`. */
export const TakedownPreview = Type.Object({
  outlets: Type.Array(OutletTakedown, { maxItems: 1000 }),
  planned: Nullable(PlannedTakedown),
})
export type TakedownPreview = Static<typeof TakedownPreview>

export const previewTakedown = defineOperation({
  ...common,
  id: 'previewTakedown',
  method: 'GET',
  path: '/api/v1/music-distributor/releases/{releaseId}/takedown/preview',
  permission: 'music:read',
  summary: 'Say what a takedown would end at each outlet, and how it would be told',
  description: 'Of the release as each outlet has it now. Changes nothing.',
  responses: { 200: { schema: TakedownPreview, description: 'Outlet by outlet, and what is planned' } },
  errors: [],
})

export const cancelTakedown = defineOperation({
  ...common,
  id: 'cancelTakedown',
  method: 'DELETE',
  permission: 'music:write',
  summary: 'Call a planned takedown off, before its day',
  responses: { 200: { schema: Release, description: 'The release, which stays where it is' } },
  errors: ['state_conflict'],
})

/** The operations of this file. */
export const takedownOperations = [takedownRelease, previewTakedown, cancelTakedown] as const
