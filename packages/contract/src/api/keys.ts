import type { Static } from 'typebox'
import { agentGates, callerKinds, keyStatuses, requestLimitScopes } from '../definition/closed-lists.ts'
import { defineOperation } from '../definition/operation.ts'
import { permissions } from '../definition/permissions.ts'
import type * as requests from '../definition/request-types.ts'
import {
  ClosedObject,
  CreatedAt,
  Described,
  Id,
  Nullable,
  OneOf,
  PageOf,
  pageQuery,
  Timestamp,
} from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** API keys (interface 2.5): made with a JWT, presented in `X-API-Key`, shown in full exactly once. */

/** How long the old key of a rotation may keep working: not at all, an hour, a day, a week. Seconds. */
export const overlapSeconds = [0, 3_600, 86_400, 604_800] as const
/** One of `overlapSeconds`. */
export type OverlapSeconds = (typeof overlapSeconds)[number]

/** The form of an API key, for secret scanners: prefix, 32 random base62 characters, 6 of CRC-32 over what precedes. */
export const apiKeyPattern = '^spn_[0-9A-Za-z]{38}$'

/** A label for people: no control characters, and more than blanks. */
const KeyName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\S\\u0000-\\u001F]*[^\\s\\u0000-\\u001F\\u007F-\\u009F][^\\u0000-\\u001F\\u007F-\\u009F]*$',
  description: 'Display name, shown in lists',
  examples: ['catalogue import'],
})

const KeyPermissions = Type.Array(OneOf(permissions), {
  minItems: 1,
  maxItems: permissions.length,
  uniqueItems: true,
  description: 'The permissions of the key',
  examples: [['music:read', 'music:write']],
})

const description = {
  id: Id('key'),
  name: Type.String({ maxLength: 200, description: 'Display name, shown in lists' }),
  permissions: Described(
    Type.Array(OneOf(permissions), { maxItems: permissions.length }),
    'The permissions of the key',
  ),
  hint: Type.String({ maxLength: 32, description: 'First 8 and last 4 characters, to identify the key' }),
  createdAt: CreatedAt,
  expiresAt: Nullable({ ...Timestamp, description: 'When the key stops working; null if it does not expire' }),
}

/** A key as lists and reads show it. It never carries the key itself. */
export const ApiKey = Type.Object({
  ...description,
  status: OneOf(keyStatuses, {
    description: 'active: the key can be used. expired: its time is over. revoked: it was ended or replaced',
  }),
  lastUsedAt: Nullable({ ...Timestamp, description: 'Last use; null if the key was never used' }),
  revokedAt: Nullable({ ...Timestamp, description: 'When the key was revoked; null if it is not' }),
  rotatedTo: Described(Nullable(Id('key')), 'The key that replaced it; null if none did'),
  madeBy: Described(
    Nullable(
      Type.Object({
        id: Type.String({ maxLength: 200, description: 'A person or a service client' }),
        name: Nullable(Type.String({ maxLength: 200, description: 'Name of the person at that time' })),
      }),
    ),
    'Who created the key; null if that is not known',
  ),
  lastUsedFrom: Nullable(Type.String({ maxLength: 100, description: 'The network of its last use' })),
})
export type ApiKey = Static<typeof ApiKey>

/** The one answer that carries the key. */
export const CreatedApiKey = Type.Object({
  ...description,
  key: Type.String({
    maxLength: 42,
    pattern: apiKeyPattern,
    examples: ['spn_ExampleExampleExampleExampleExample012'],
    description: 'The key. It is shown only in this response.',
  }),
})
export type CreatedApiKey = Static<typeof CreatedApiKey>

/** `expiresAt` must be in the future; without it the key is valid until it is revoked. */
export const NewApiKey = ClosedObject({
  name: KeyName,
  permissions: KeyPermissions,
  expiresAt: Type.Optional({ ...Timestamp, description: 'Expiry date in the future; absent means never' }),
})
export type NewApiKey = requests.NewApiKey

/** How many requests of a kind may be sent in a time, as in `RateLimit-Policy` of each answer. */
const RequestLimit = Type.Object({
  name: OneOf(['reads', 'writes', 'uploads'], {
    description: 'reads are GET and HEAD, uploads are requests with a part of a file, writes are all others',
  }),
  requests: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    examples: [600],
    description: 'How many requests',
  }),
  seconds: Type.Integer({ minimum: 1, maximum: 86_400, examples: [60], description: 'Length of the time' }),
  scope: OneOf(requestLimitScopes, { description: 'account: all its keys together' }),
})

const Quota = Type.Object({
  name: OneOf(['releases', 'documentBytes', 'storedBytes'], {
    description: 'documentBytes: metadata and messages; storedBytes: uploads and exports',
  }),
  limit: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'How much it may have' }),
  used: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'How much it has' }),
})

/** What the credential of the request is, and what it may do. It never carries the key itself. */
export const CurrentKey = Type.Object({
  kind: OneOf(callerKinds, { description: 'person: a person in the console, or one whose token an agent uses' }),
  id: Type.String({
    maxLength: 40,
    description: 'Id of the key, or of the person',
    examples: ['key_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
  }),
  name: Type.String({ maxLength: 200, description: 'Of the key, or of the person', examples: ['catalogue import'] }),
  account: Described(
    Type.Object({
      id: Id('acc'),
      name: Type.String({ maxLength: 200, examples: ['Night Drive Records'], description: 'Name of the account' }),
    }),
    'The account of the key',
  ),
  permissions: Type.Array(OneOf(permissions), {
    maxItems: permissions.length,
    description: 'What the API and the tools of agents let it do',
    examples: [['music:read', 'music:write']],
  }),
  expiresAt: Nullable({ ...Timestamp, description: 'null: a key without an end, or a person' }),
  limits: Type.Array(RequestLimit, { maxItems: 10, description: 'Empty where the hub has no limits' }),
  quotas: Type.Array(Quota, { maxItems: 10, description: 'What the account may have, and has' }),
  moveInUntil: Type.Optional({ ...Timestamp, description: 'When the larger limits of a move end' }),
  agentGate: Nullable(
    OneOf(agentGates, { description: 'How far agents may go with the tools; null: the hub has no tools' }),
  ),
})
export type CurrentKey = Static<typeof CurrentKey>

const params = Type.Object({ keyId: Id('key') })

export const createKey = defineOperation({
  id: 'createKey',
  method: 'POST',
  path: '/api/v1/distributor/keys',
  summary: 'Create an API key',
  description:
    'Only this response contains the key. A token whose scopes include permissions can grant only those. A token without permission scopes can grant any permission.',
  tag: 'API keys',
  auth: 'jwt',
  scope: 'keys:write',
  needsConfirmation: true,
  body: NewApiKey,
  responses: { 201: { schema: CreatedApiKey, description: 'The key, shown once' } },
  showsSecret: true,
  errors: ['permission_not_grantable'],
})

export const getCurrentKey = defineOperation({
  id: 'getCurrentKey',
  method: 'GET',
  path: '/api/v1/distributor/key',
  summary: 'Get what the API key in use may do',
  description: 'Works with any permissions. To check a key costs one read and changes nothing.',
  tag: 'API keys',
  auth: 'apiKey',
  responses: { 200: { schema: CurrentKey, description: 'The key of this request, its account and its limits' } },
  errors: [],
})

export const listKeys = defineOperation({
  id: 'listKeys',
  method: 'GET',
  path: '/api/v1/distributor/keys',
  summary: 'List API keys, newest first',
  tag: 'API keys',
  auth: 'jwt',
  scope: 'keys:write',
  query: Type.Object({
    ...pageQuery,
    status: Type.Optional(OneOf(keyStatuses, { description: 'Only keys with this status' })),
  }),
  responses: { 200: { schema: PageOf(ApiKey), description: 'A page of keys' } },
  errors: ['cursor_invalid'],
})

export const getKey = defineOperation({
  id: 'getKey',
  method: 'GET',
  path: '/api/v1/distributor/keys/{keyId}',
  summary: 'Get one API key',
  tag: 'API keys',
  auth: 'jwt',
  scope: 'keys:write',
  params,
  responses: { 200: { schema: ApiKey, description: 'The key, without its secret part' } },
  notFound: 'key_not_found',
  errors: [],
  conditional: true,
})

export const revokeKey = defineOperation({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/api/v1/distributor/keys/{keyId}',
  summary: 'Revoke an API key',
  description: 'This cannot be undone. Revoking a revoked key has the same result. The key stays in the list.',
  tag: 'API keys',
  auth: 'jwt',
  scope: 'keys:write',
  needsConfirmation: true,
  params,
  responses: { 204: { schema: null, description: 'The key was revoked' } },
  notFound: 'key_not_found',
  errors: [],
  conditional: true,
})

export const rotateKey = defineOperation({
  id: 'rotateKey',
  method: 'POST',
  path: '/api/v1/distributor/keys/{keyId}/rotate',
  summary: 'Replace an API key with a new one',
  description:
    'Creates a key with the same name and permissions. The old key keeps working for at most the overlap period. If the old key had an expiry date, the new key gets the same lifetime from now.',
  tag: 'API keys',
  auth: 'jwt',
  scope: 'keys:write',
  needsConfirmation: true,
  params,
  body: ClosedObject({
    overlapSeconds: Type.Unsafe<OverlapSeconds>({
      type: 'integer',
      enum: [...overlapSeconds],
      description: 'How long the old key keeps working, in seconds',
      examples: [86_400],
    }),
  }),
  responses: { 201: { schema: CreatedApiKey, description: 'The new key, shown once' } },
  showsSecret: true,
  notFound: 'key_not_found',
  errors: ['permission_not_grantable', 'state_conflict'],
})

/** The operations of this file. */
export const keyOperations = [createKey, getCurrentKey, listKeys, getKey, revokeKey, rotateKey] as const
