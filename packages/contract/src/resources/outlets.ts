import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { Type } from '../schema/type.ts'

/** A configured target of deliveries. */
export const Outlet = Type.Object({
  id: Type.String({ maxLength: 64 }),
  name: Type.String({ maxLength: 200 }),
  kind: Type.String({ maxLength: 20, description: 'property, sandbox, folder, sftp or s3' }),
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
