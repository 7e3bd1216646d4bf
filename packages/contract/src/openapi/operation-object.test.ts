import { describe, expect, it } from 'vitest'
import type { Operation } from '../definition/operation.ts'
import { Type } from '../schema/type.ts'
import { operationObject } from './operation-object.ts'
import { schemaComponents } from './schema-components.ts'

/** Made-up operations of each kind, and the whole of what is written of each. */

const Thing = Type.Object({
  name: Type.String({ maxLength: 20, examples: ['Ada'] }),
  count: Type.Optional(Type.Integer({ minimum: 0 })),
})

interface Written {
  readonly what: string
  readonly operation: Operation
  readonly written: object
  readonly answers: object
  readonly statuses: readonly number[]
}

const table: readonly Written[] = [
  {
    what: 'a list',
    operation: {
      id: 'listThings',
      method: 'GET',
      path: '/things',
      summary: 'List things',
      tag: 'Things',
      auth: 'apiKey',
      permission: 'music:read',
      query: Type.Object({
        cursor: Type.Optional(Type.String({ maxLength: 9, description: 'Where to go on' })),
        q: Type.String({ maxLength: 5 }),
      }),
      responses: { 200: { schema: Thing, description: 'A page', mediaTypes: ['text/csv'] } },
      errors: [],
      conditional: true,
    },
    written: {
      operationId: 'listThings',
      summary: 'List things',
      description: 'List things.\n\nRequires an API key with `music:read`.',
      tags: ['Things'],
      security: [{ apiKey: [] }],
      'x-required-permission': 'music:read',
      parameters: [
        { name: 'cursor', in: 'query', description: 'Where to go on', schema: { type: 'string', maxLength: 9 } },
        { name: 'q', in: 'query', required: true, schema: { type: 'string', maxLength: 5 } },
        { $ref: '#/components/parameters/IfNoneMatch' },
      ],
    },
    answers: {
      '200': {
        description: 'A page',
        headers: {
          RateLimit: { $ref: '#/components/headers/RateLimit' },
          'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
          ETag: { $ref: '#/components/headers/ETag' },
          Link: { $ref: '#/components/headers/Link' },
        },
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/ListThingsResponse' }, example: { name: 'Ada' } },
          'text/csv': { schema: { type: 'string', maxLength: 100000000 } },
        },
      },
      '304': {
        description: 'Your version is current',
        headers: {
          ETag: { $ref: '#/components/headers/ETag' },
          RateLimit: { $ref: '#/components/headers/RateLimit' },
          'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
        },
      },
    },
    statuses: [200, 304, 400, 401, 403, 429, 431, 500, 503],
  },
  {
    what: 'a write with a body',
    operation: {
      id: 'createThing',
      method: 'POST',
      path: '/things',
      summary: 'Make a thing',
      description: 'It is made once.',
      tag: 'Things',
      auth: 'jwt',
      scope: 'keys:write',
      body: Thing,
      bodyMediaTypes: ['application/json', 'application/merge-patch+json'],
      maxBodyBytes: 5000,
      responses: { 201: { schema: Thing, description: 'The thing' } },
      errors: ['state_conflict'],
    },
    written: {
      operationId: 'createThing',
      summary: 'Make a thing',
      description: 'It is made once.\n\nRequires a JWT with the scope `keys:write`.',
      tags: ['Things'],
      security: [{ jwt: [] }],
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
      requestBody: {
        required: true,
        description: 'At most 5,000 bytes.',
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/CreateThingRequest' }, example: { name: 'Ada' } },
          'application/merge-patch+json': {
            schema: { $ref: '#/components/schemas/CreateThingRequest' },
            example: { name: 'Ada' },
          },
        },
      },
    },
    answers: {
      '201': {
        description: 'The thing',
        headers: {
          RateLimit: { $ref: '#/components/headers/RateLimit' },
          'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
          Location: { $ref: '#/components/headers/Location' },
          'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' },
        },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/CreateThingResponse' },
            example: { name: 'Ada' },
          },
        },
      },
    },
    statuses: [201, 400, 401, 403, 408, 409, 413, 415, 422, 429, 431, 500, 503],
  },
  {
    what: 'a removal',
    operation: {
      id: 'deleteThing',
      method: 'DELETE',
      path: '/things/{thingId}',
      summary: 'Delete a thing',
      tag: 'Things',
      auth: 'integrationToken',
      params: Type.Object({ thingId: Type.String({ maxLength: 30 }) }),
      responses: { 204: { schema: null, description: 'The message was deleted' } },
      errors: ['not_found'],
      conditional: true,
      deprecated: true,
    },
    written: {
      operationId: 'deleteThing',
      summary: 'Delete a thing',
      description: 'Delete a thing.\n\nRequires an integration token.',
      tags: ['Things'],
      deprecated: true,
      security: [{ integrationToken: [] }],
      parameters: [
        { name: 'thingId', in: 'path', required: true, schema: { type: 'string', maxLength: 30 } },
        { $ref: '#/components/parameters/IfMatch' },
      ],
    },
    answers: {
      '204': {
        description: 'The message was deleted',
        headers: {
          Deprecation: { $ref: '#/components/headers/Deprecation' },
          Sunset: { $ref: '#/components/headers/Sunset' },
          Link: { $ref: '#/components/headers/Link' },
        },
      },
    },
    statuses: [204, 400, 401, 404, 408, 409, 412, 413, 415, 422, 429, 431, 500, 503],
  },
  {
    what: 'a refusal of every request',
    operation: {
      id: 'refuseThings',
      method: 'POST',
      path: '/no',
      summary: 'Refuse things',
      tag: 'Things',
      auth: 'none',
      responses: { 501: { schema: Thing, description: 'Never' } },
      errors: [],
    },
    written: {
      operationId: 'refuseThings',
      summary: 'Refuse things',
      description: 'Refuse things.\n\nRequires no credentials.',
      tags: ['Things'],
      security: [],
      parameters: [],
    },
    answers: {
      '501': {
        description: 'Never',
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/RefuseThingsResponse501' },
            example: { name: 'Ada' },
          },
        },
      },
    },
    statuses: [400, 431, 501],
  },
  {
    what: 'bytes',
    operation: {
      id: 'getBytes',
      method: 'GET',
      path: '/bytes',
      summary: 'Fetch bytes',
      tag: 'Things',
      auth: 'apiKey',
      responses: { 200: { schema: null, description: 'The bytes', mediaTypes: ['audio/*'] } },
      errors: [],
    },
    written: {
      operationId: 'getBytes',
      summary: 'Fetch bytes',
      description: 'Fetch bytes.\n\nRequires an API key.',
      tags: ['Things'],
      security: [{ apiKey: [] }],
      parameters: [],
    },
    answers: {
      '200': {
        description: 'The bytes',
        headers: {
          RateLimit: { $ref: '#/components/headers/RateLimit' },
          'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
        },
        content: { 'audio/*': { schema: { type: 'string', contentMediaType: 'audio/*', maxLength: 2147483648 } } },
      },
    },
    statuses: [200, 400, 401, 403, 429, 431, 500, 503],
  },
]

const partsOf = (operation: Operation) => {
  const { responses, ...rest } = operationObject(operation, schemaComponents())
  return { rest, responses: responses as Readonly<Record<string, unknown>> }
}

describe('operationObject', () => {
  it.each(table)('writes $what', ({ operation, written }) => {
    expect(partsOf(operation).rest).toEqual(written)
  })

  it.each(table)('writes the answers of $what', ({ operation, answers }) => {
    expect(partsOf(operation).responses).toMatchObject(answers)
  })

  it.each(table)('names every status of $what', ({ operation, statuses }) => {
    expect(Object.keys(partsOf(operation).responses).map(Number)).toEqual(statuses)
  })
})
