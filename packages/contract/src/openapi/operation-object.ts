import type { TObject } from 'typebox'
import { type ErrorCode, errors, errorsOf, limits, type Operation } from '../index.ts'
import { exampleOf } from './example.ts'
import { type HeaderName, headersMember, headersOf, parameterRef } from './headers.ts'
import { problemResponses } from './problem-responses.ts'
import { tusParameters } from './protocol-paths.ts'
import type { SchemaComponents } from './schema-components.ts'

/** One operation of the contract as an OpenAPI operation object. */

type Json = Record<string, unknown>

const pascal = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)
const isAccountWrite = ({ auth, method }: Operation): boolean =>
  method !== 'GET' && (auth === 'apiKey' || auth === 'jwt')

/** Writes the operation object (OpenAPI 3.1 section 4.8.10). */
export function operationObject(operation: Operation, components: SchemaComponents): Json {
  const { id, summary, tag, auth, permission, deprecated } = operation
  return {
    operationId: id,
    summary,
    description: descriptionOf(operation),
    tags: [tag],
    ...(deprecated ? { deprecated } : {}),
    security: auth === 'none' ? [] : [{ [auth]: [] }],
    ...(permission === undefined ? {} : { 'x-required-permission': permission }),
    parameters: parametersOf(operation, components),
    ...requestBody(operation, components),
    responses: { ...successes(operation, components), ...problemResponses(codesOf(operation), operation.auth) },
  }
}

/**
 * An operation that refuses every request refuses malformed ones, too; only requests that never reach it get another
 * answer.
 */
function codesOf(operation: Operation): readonly ErrorCode[] {
  const isRefusal = Object.keys(operation.responses).every((status) => Number(status) >= errors.internal_error.status)
  return isRefusal ? ['invalid_request', 'headers_too_large'] : errorsOf(operation)
}

function descriptionOf({ summary, description, permission, scope, auth, needsOwner }: Operation): string {
  const needs = {
    none: 'Requires no credentials.',
    apiKey: permission === undefined ? 'Requires an API key.' : `Requires an API key with \`${permission}\`.`,
    jwt: scope === undefined ? 'Requires a JWT.' : `Requires a JWT with the scope \`${scope}\`.`,
    integrationToken: 'Requires an integration token.',
    session: 'Requires the session of a person.',
  }[auth]
  const whose = needsOwner ? ' Only for owners of the account and for tokens without permission scopes.' : ''
  return `${description ?? `${summary}.`}\n\n${needs}${whose}`
}

function parametersOf(operation: Operation, components: SchemaComponents): unknown[] {
  const { params, query, conditional, method } = operation
  return [
    ...(params ? inside(params, 'path', components) : []),
    ...(query ? inside(query, 'query', components) : []),
    ...(isAccountWrite(operation) ? [parameterRef('IdempotencyKey')] : []),
    ...(conditional ? [parameterRef(method === 'GET' ? 'IfNoneMatch' : 'IfMatch')] : []),
    ...(tusParameters[operation.id] ?? []),
  ]
}

function inside(schema: TObject, place: 'path' | 'query', components: SchemaComponents): Json[] {
  const required: readonly string[] = schema.required ?? []
  return Object.entries(schema.properties).map(([name, member]) => {
    const { description, ...rest } = components.refer(member) as Json
    return {
      name,
      in: place,
      ...(description === undefined ? {} : { description }),
      ...(place === 'path' || required.includes(name) ? { required: true } : {}),
      schema: rest,
    }
  })
}

function requestBody(operation: Operation, components: SchemaComponents): Json {
  const { id, body, bodyMediaTypes = ['application/json'], maxBodyBytes = limits.maxJsonBytes } = operation
  if (!body && !operation.bodyMediaTypes) return {}
  const contentOf = (mediaType: string): Json =>
    body
      ? { schema: components.referAs(`${pascal(id)}Request`, body), example: exampleOf(body) }
      : { schema: plainSchema(mediaType) }
  return {
    requestBody: {
      required: true,
      ...(body ? { description: `At most ${maxBodyBytes.toLocaleString('en')} bytes.` } : {}),
      content: Object.fromEntries(bodyMediaTypes.map((mediaType) => [mediaType, contentOf(mediaType)])),
    },
  }
}

function successes(operation: Operation, components: SchemaComponents): Json {
  const entries = Object.entries(operation.responses).map(
    ([status, { schema, description, mediaTypes = [] }]): [string, Json] => {
      const content: Json = {}
      if (schema) {
        const name = `${pascal(operation.id)}${Number(status) < 300 ? 'Response' : `Response${status}`}`
        content['application/json'] = { schema: components.referAs(name, schema), example: exampleOf(schema) }
      }
      for (const mediaType of mediaTypes) content[mediaType] = { schema: plainSchema(mediaType) }
      return [
        status,
        {
          description,
          ...headersMember(...successHeaders(operation, Number(status))),
          ...(Object.keys(content).length > 0 ? { content } : {}),
        },
      ]
    },
  )
  const notModified = {
    304: {
      description: 'Your version is current',
      headers: headersOf('ETag', ...limitHeaders(operation)),
    },
  }
  return { ...Object.fromEntries(entries), ...(operation.conditional && operation.method === 'GET' ? notModified : {}) }
}

const plainSchema = (mediaType: string): Json =>
  /^(audio|image)\//.test(mediaType)
    ? { type: 'string', contentMediaType: mediaType, maxLength: limits.maxUploadBytes }
    : { type: 'string', maxLength: 100_000_000 }

const limitHeaders = ({ auth }: Operation): HeaderName[] =>
  auth === 'apiKey' || auth === 'jwt' ? ['RateLimit', 'RateLimitPolicy'] : []

function successHeaders(operation: Operation, status: number): HeaderName[] {
  const { conditional, deprecated, query } = operation
  return [
    ...limitHeaders(operation),
    ...(conditional && (status === 200 || status === 307) ? (['ETag'] as const) : []),
    ...(query && 'cursor' in query.properties ? (['Link'] as const) : []),
    ...(status === 201 || status === 307 ? (['Location'] as const) : []),
    ...(isAccountWrite(operation) ? (['IdempotencyReplayed'] as const) : []),
    ...(deprecated ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
  ]
}
