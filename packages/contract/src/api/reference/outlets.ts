import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { OutletKind } from '../../releases/deliveries.ts'
import { OpenObject, territories } from '../../releases/release-parts.ts'
import { commercialModels, dealUses } from '../../releases/release-vocabulary.ts'
import { Described, OneOf } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

const takes = Type.Object(
  {
    models: Type.Optional(Type.Array(OneOf(commercialModels), { maxItems: 4, description: 'Of deals' })),
    uses: Type.Optional(Type.Array(OneOf(dealUses), { maxItems: 6, description: 'Of deals' })),
    territories: Type.Optional(territories(OpenObject)),
    audio: Type.Optional(
      Type.Array(Type.String({ maxLength: 20 }), {
        maxItems: 20,
        description: 'Accepted audio containers, such as flac',
      }),
    ),
    leastCover: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Minimum length in pixels of the shorter side of a cover' }),
    ),
  },
  { description: 'What the outlet accepts from a release. Absent members are not limited' },
)

/** What a store takes, as the operator has set it. */
export const OutletStore = Type.Object(
  {
    ernVersion: Type.String({
      maxLength: 20,
      description: 'Version of DDEX ERN of the messages to the outlet',
      examples: ['4.3.2'],
    }),
    takes: Type.Optional(takes),
    genres: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 10_000,
        description: 'Codes of the genres that the outlet has its own names for; absent if it accepts every genre',
      }),
    ),
  },
  {
    description:
      'For stores that receive messages, which cannot contain everything that a release can; absent for other outlets',
  },
)
export type OutletStore = Static<typeof OutletStore>

/** A configured target of deliveries. */
export const Outlet = Type.Object({
  id: Type.String({ maxLength: 64, description: 'Id of the outlet, as used in `outlets` of a release' }),
  name: Type.String({ maxLength: 200, description: 'Name of the outlet' }),
  kind: OutletKind,
  store: Type.Optional(OutletStore),
})
export type Outlet = Static<typeof Outlet>

export const listOutlets = defineOperation({
  id: 'listOutlets',
  method: 'GET',
  path: '/api/v1/music-distributor/outlets',
  summary: 'List the outlets that releases can be delivered to',
  tag: 'Releases',
  auth: 'apiKey',
  responses: {
    200: {
      schema: Type.Object({ data: Described(Type.Array(Outlet, { maxItems: 10_000 }), 'The outlets') }),
      description: 'The outlets. A release without outlets is delivered to all of them',
    },
  },
  errors: [],
})

/** The operations of this file. */
export const outletOperations = [listOutlets] as const
