import type { Static } from 'typebox'
import { defineOperation, type Operation } from '../../definition/operation.ts'
import { Nullable, OneOf, PageOf, pageQuery, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forOperators } from '../console-operation.ts'

/** The hub itself: what waits for its operators, its properties, and its health. Nothing here contains a secret. */

const count = Type.Integer({ minimum: 0 })
const name = Type.String({ maxLength: 200 })

export const getOperatorCounts = defineOperation({
  ...forOperators,
  id: 'getOperatorCounts',
  method: 'GET',
  path: '/console/api/operator/counts',
  summary: 'Get the number of items waiting for an operator',
  responses: {
    200: {
      schema: Type.Object({
        reviews: count,
        messages: { ...count, description: 'Releases without an assigned reviewer' },
      }),
      description: 'The counts',
    },
  },
  errors: [],
})

export const PropertyItem = Type.Object({
  id: Type.String({ maxLength: 64 }),
  verifiedAt: Nullable({ ...Timestamp, description: 'When its token was last accepted' }),
  feedReadAt: Nullable({ ...Timestamp, description: 'When it last read its feed' }),
  feedBehind: { ...count, description: 'Number of changes that it has not read yet, up to 10,000' },
  playsAt: Nullable({ ...Timestamp, description: 'When it last reported plays' }),
})
export type PropertyItem = Static<typeof PropertyItem>

export const listProperties = defineOperation({
  ...forOperators,
  id: 'listProperties',
  method: 'GET',
  path: '/console/api/operator/properties',
  summary: 'List the properties with a token and their latest activity',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(PropertyItem), description: 'The properties' } },
  errors: ['cursor_invalid'],
})

export const getRefusals = defineOperation({
  ...forOperators,
  id: 'getRefusals',
  method: 'GET',
  path: '/console/api/operator/refusals',
  summary:
    'Get the number of integration tokens refused in the last seven days. A refused token does not identify a property',
  responses: {
    200: {
      schema: Type.Object({ count, lastAt: Nullable(Timestamp) }),
      description: 'The refusals',
    },
  },
  errors: [],
})

const text = Type.String({ maxLength: 4000 })

export const SystemFacts = Type.Object({
  version: Type.String({ maxLength: 100 }),
  startedAt: Timestamp,
  node: Type.String({ maxLength: 100 }),
  publicUrl: Type.String({ maxLength: 2048 }),
  database: Type.Object({
    version: Nullable(text),
    kind: OneOf(['embedded', 'own'], { description: 'Started by the hub, or set by DATABASE_URL' }),
    migrations: count,
    newestMigration: Nullable(name),
  }),
  disk: Nullable(Type.Object({ freeBytes: count, totalBytes: count })),
  jobs: Type.Object({
    waiting: count,
    running: count,
    failed: count,
    oldestSeconds: Type.Number({ minimum: 0, description: 'Waiting time of the oldest job that is ready to run' }),
  }),
  outlets: Type.Array(
    Type.Object({
      id: Type.String({ maxLength: 64 }),
      name,
      kind: Type.String({ maxLength: 40 }),
      ernVersion: Nullable(
        Type.String({ maxLength: 20, description: 'Version of ERN of its messages; null if it gets none' }),
      ),
    }),
    { maxItems: 10_000 },
  ),
  checks: Type.Array(Type.Object({ name, isFine: Type.Boolean(), text, fix: Type.Optional(text) }), { maxItems: 100 }),
  settings: Type.Array(
    Type.Object({
      key: Type.String({ maxLength: 100 }),
      help: text,
      value: Nullable({ ...text, description: 'null if not set, and for every secret' }),
      isSet: Type.Boolean({ description: 'True if set in the environment; otherwise the default is used' }),
      isSecret: Type.Boolean(),
    }),
    { maxItems: 1000 },
  ),
})
export type SystemFacts = Static<typeof SystemFacts>

export const getSystem = defineOperation({
  ...forOperators,
  id: 'getSystem',
  method: 'GET',
  path: '/console/api/operator/system',
  summary: 'Get the state of the hub: version, database, disk, jobs, checks and settings. Secrets are not shown',
  responses: { 200: { schema: SystemFacts, description: 'The facts' } },
  errors: [],
})

export const rotateSigningKey = defineOperation({
  ...forOperators,
  id: 'rotateSigningKey',
  method: 'POST',
  path: '/console/api/operator/signing-key/rotate',
  summary: 'Replace the key that signs access tokens. The previous key stays published until its tokens expire',
  needsConfirmation: true,
  responses: {
    200: { schema: Type.Object({ keyId: Type.String({ maxLength: 100 }) }), description: 'The id of the new key' },
  },
  errors: [],
})

export const systemOperations: readonly Operation[] = [
  getOperatorCounts,
  listProperties,
  getRefusals,
  getSystem,
  rotateSigningKey,
]
