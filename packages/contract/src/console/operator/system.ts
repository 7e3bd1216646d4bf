import type { Static } from 'typebox'
import { defineOperation, type Operation } from '../../operations/operation.ts'
import { Nullable, OneOf, PageOf, pageQuery, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forOperators } from '../console-operation.ts'

/** The hub itself: what waits for its operators, its properties, and how it is. Nothing here holds a secret. */

const count = Type.Integer({ minimum: 0 })
const name = Type.String({ maxLength: 200 })

export const getOperatorCounts = defineOperation({
  ...forOperators,
  id: 'getOperatorCounts',
  method: 'GET',
  path: '/console/api/operator/counts',
  summary: 'How much waits for an operator',
  responses: {
    200: {
      schema: Type.Object({ reviews: count, messages: { ...count, description: 'Nobody has looked at them yet' } }),
      description: 'The counts',
    },
  },
  errors: [],
})

export const PropertyItem = Type.Object({
  id: Type.String({ maxLength: 64 }),
  verifiedAt: Nullable({ ...Timestamp, description: 'When its token was accepted last' }),
  feedReadAt: Nullable({ ...Timestamp, description: 'When it asked for its feed last' }),
  feedBehind: { ...count, description: 'Changes that it was not given yet; counted up to 10,000' },
  playsAt: Nullable({ ...Timestamp, description: 'When it reported plays last' }),
})
export type PropertyItem = Static<typeof PropertyItem>

export const listProperties = defineOperation({
  ...forOperators,
  id: 'listProperties',
  method: 'GET',
  path: '/console/api/operator/properties',
  summary: 'List the properties that have a token, and when each was heard of last',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(PropertyItem), description: 'The properties' } },
  errors: ['cursor_invalid'],
})

export const getRefusals = defineOperation({
  ...forOperators,
  id: 'getRefusals',
  method: 'GET',
  path: '/console/api/operator/refusals',
  summary: 'How many integration tokens were refused in the last seven days; a refused token names no property',
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
    kind: OneOf(['embedded', 'own'], { description: 'Started by the hub, or named by DATABASE_URL' }),
    migrations: count,
    newestMigration: Nullable(name),
  }),
  disk: Nullable(Type.Object({ freeBytes: count, totalBytes: count })),
  jobs: Type.Object({
    waiting: count,
    running: count,
    failed: count,
    oldestSeconds: Type.Number({ minimum: 0, description: 'How long the oldest one that could run has waited' }),
  }),
  outlets: Type.Array(Type.Object({ id: Type.String({ maxLength: 64 }), name, kind: Type.String({ maxLength: 40 }) }), {
    maxItems: 10_000,
  }),
  checks: Type.Array(Type.Object({ name, isFine: Type.Boolean(), text, fix: Type.Optional(text) }), { maxItems: 100 }),
  settings: Type.Array(
    Type.Object({
      key: Type.String({ maxLength: 100 }),
      help: text,
      value: Nullable({ ...text, description: 'null where none is set, and of every secret' }),
      isSet: Type.Boolean({ description: 'In the environment; else it is the default' }),
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
  summary: 'How the hub is: version, database, disk, jobs, checks and settings, of which secrets are never shown',
  responses: { 200: { schema: SystemFacts, description: 'The facts' } },
  errors: [],
})

export const rotateSigningKey = defineOperation({
  ...forOperators,
  id: 'rotateSigningKey',
  method: 'POST',
  path: '/console/api/operator/signing-key/rotate',
  summary: 'Sign access tokens with a new key; the one before stays published until its tokens have ended',
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
