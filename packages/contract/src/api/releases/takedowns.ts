import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import { PlannedTakedown } from '../../releases/planned-takedown.ts'
import { Release } from '../../releases/release-model.ts'
import { OpenObject, territories } from '../../releases/release-parts.ts'
import { deliveryStatuses } from '../../releases/release-vocabulary.ts'
import { CalendarDate, ClosedObject, Described, Id, Nullable, OneOf, Text } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

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
  reason: Text(500, { description: 'The reason as text; kept in the events' }),
  on: Type.Optional({
    ...CalendarDate,
    description:
      'A future date. The takedown starts when this date begins in the `timeZone` of the release, or in UTC; absent means now',
  }),
})
export type TakedownRequest = requests.TakedownRequest

export const takedownRelease = defineOperation({
  ...common,
  id: 'takedownRelease',
  method: 'POST',
  permission: 'music:write',
  summary: 'Take a release down at all or some outlets, now or on a date',
  description:
    'With `on`, nothing changes before that date. `plannedTakedown` of the release has the plan, which replaces an earlier plan.',
  body: TakedownRequest,
  responses: {
    202: { schema: Release, description: 'The release. Each outlet confirms the takedown in its delivery' },
  },
  errors: ['state_conflict'],
})

/** What a takedown would mean at one outlet. */
export const OutletTakedown = Type.Object({
  outlet: Described(
    Type.Object({
      id: Type.String({ maxLength: 64, description: 'Id of the outlet' }),
      name: Type.String({ maxLength: 200, description: 'Name of the outlet' }),
    }),
    'The outlet',
  ),
  status: OneOf(deliveryStatuses),
  revision: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'The revision that the outlet has or is receiving',
  }),
  effect: OneOf(['told', 'withdrawn', 'down'], {
    description:
      'told: the outlet gets a message. withdrawn: the release never reached the outlet, so no message is needed. down: it is already down or being taken down',
  }),
  notice: Nullable(
    Type.Object(
      {
        way: OneOf(['no_deal', 'end_date', 'purge', 'removal'], {
          description: 'The type of message; `removal`: the release is removed from the feed of the outlet',
        }),
        ends: Type.Array(
          Type.Object({
            territories: territories(OpenObject),
            models: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description: 'Empty means all' }),
            uses: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description: 'Empty means all' }),
          }),
          { maxItems: 10_000, description: 'The usage rights that end' },
        ),
      },
      { description: 'The message to the outlet and the rights that end; null if no message is needed' },
    ),
  ),
})
export type OutletTakedown = Static<typeof OutletTakedown>

/** Answer of `previewTakedown`. */
export const TakedownPreview = Type.Object({
  outlets: Described(Type.Array(OutletTakedown, { maxItems: 1000 }), 'The effect at each outlet that has the release'),
  planned: Described(Nullable(PlannedTakedown), 'The planned takedown; null if there is none'),
})
export type TakedownPreview = Static<typeof TakedownPreview>

export const previewTakedown = defineOperation({
  ...common,
  id: 'previewTakedown',
  method: 'GET',
  path: '/api/v1/music-distributor/releases/{releaseId}/takedown/preview',
  permission: 'music:read',
  summary: 'Preview what a takedown would end at each outlet, and the message it would send',
  description: 'Uses the release that each outlet has now. Changes nothing.',
  responses: { 200: { schema: TakedownPreview, description: 'The effect at each outlet, and the planned takedown' } },
  errors: [],
})

export const cancelTakedown = defineOperation({
  ...common,
  id: 'cancelTakedown',
  method: 'DELETE',
  permission: 'music:write',
  summary: 'Cancel a planned takedown before its date',
  responses: { 200: { schema: Release, description: 'The release, without the planned takedown' } },
  errors: ['state_conflict'],
})

/** The operations of this file. */
export const takedownOperations = [takedownRelease, previewTakedown, cancelTakedown] as const
