import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { OpenObject, territories } from '../releases/release-parts.ts'
import { commercialModels, dealUses } from '../releases/release-vocabulary.ts'
import { OneOf } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

const takes = Type.Object(
  {
    models: Type.Optional(Type.Array(OneOf(commercialModels), { maxItems: 4, description: 'Of deals' })),
    uses: Type.Optional(Type.Array(OneOf(dealUses), { maxItems: 6, description: 'Of deals' })),
    territories: Type.Optional(territories(OpenObject)),
    audio: Type.Optional(
      Type.Array(Type.String({ maxLength: 20 }), { maxItems: 20, description: 'Containers of masters, such as flac' }),
    ),
    leastCover: Type.Optional(Type.Integer({ minimum: 1, description: 'Pixels of the shorter side of a cover' })),
  },
  { description: 'What of a release concerns it; what is left out is no limit' },
)

/** What a store takes, as the operator has set it. */
export const OutletStore = Type.Object(
  {
    takes: Type.Optional(takes),
    genres: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 10_000,
        description: 'Codes of the genres that it has words for; left out where it takes each by its name',
      }),
    ),
  },
  { description: 'Of stores that are told in messages, which say less than a release may; left out of others' },
)
export type OutletStore = Static<typeof OutletStore>

/** A configured target of deliveries. */
export const Outlet = Type.Object({
  id: Type.String({ maxLength: 64 }),
  name: Type.String({ maxLength: 200 }),
  kind: Type.String({ maxLength: 20, description: 'property, sandbox, folder, sftp or s3' }),
  store: Type.Optional(OutletStore),
})
export type Outlet = Static<typeof Outlet>

export const listOutlets = defineOperation({
  id: 'listOutlets',
  method: 'GET',
  path: '/api/v1/music-distributor/outlets',
  summary: 'List the outlets releases can go to',
  tag: 'Releases',
  auth: 'apiKey',
  responses: {
    200: {
      schema: Type.Object({ data: Type.Array(Outlet, { maxItems: 10_000 }) }),
      description: 'The outlets; a release without outlets goes to all of them',
    },
  },
  errors: [],
})

/** The operations of this file. */
export const outletOperations = [listOutlets] as const
