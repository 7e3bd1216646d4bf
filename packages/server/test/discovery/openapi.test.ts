import { errors, errorsOf, operations } from '@spindle/contract'
import { exampleOf } from '@spindle/contract/openapi'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'

describe('the OpenAPI document', () => {
  let hub: TestHub
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes
  let document: any
  beforeAll(async () => {
    hub = await sharedHub()
    document = (await hub.json('GET', '/openapi.json')).body
  })

  it('is OpenAPI 3.1 of this hub', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.servers).toMatchObject([{ url: hub.url }])
  })

  it('has every operation, once, with its credential and its errors', () => {
    for (const { id, method, path, auth } of operations) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      expect({ id, found: operation?.operationId }).toEqual({ id, found: id })
      expect(operation.security).toEqual(auth === 'none' ? [] : [{ [auth]: [] }])
    }
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item as object).flatMap(({ operationId }) => operationId ?? []),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('describes the endpoints of the interface, the token endpoint and tus', () => {
    const described = (method: string, path: string) => document.paths[path]?.[method]?.summary
    for (const [method, path] of [
      ['get', '/api/integration/verify'],
      ['post', '/api/agent/auth'],
      ['get', '/.well-known/oauth-protected-resource'],
      ['get', '/.well-known/oauth-authorization-server'],
      ['get', '/.well-known/mcp/server-card.json'],
      ['post', '/api/v1/distributor/keys'],
      ['post', '/api/v1/music-distributor/releases'],
      ['get', '/api/v1/music-distributor/releases'],
      ['post', '/api/v1/distributor/releases'],
      ['post', '/oauth/token'],
      ['post', '/api/v1/distributor/uploads'],
      ['patch', '/api/v1/distributor/uploads/{uploadId}'],
    ] as const)
      expect({ path, summary: described(method, path) }).toEqual({ path, summary: expect.any(String) })
    expect(document.paths['/api/v1/distributor/releases'].post.deprecated).toBe(true)
  })

  it('documents the refusal as 501 and the verification as 200, 400, 401, 429 and 503', () => {
    expect(document.paths['/api/agent/auth'].post.responses[501].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/RegistrationRefusal',
    })
    const statuses = Object.keys(document.paths['/api/integration/verify'].get.responses)
    expect(statuses).toEqual(expect.arrayContaining(['200', '400', '401', '429', '503']))
    const { $ref } = document.paths['/api/integration/verify'].get.responses[401]
    expect(document.components.responses[$ref.split('/').at(-1)].headers).toHaveProperty('WWW-Authenticate')
  })

  it('refers only to what it defines', () => {
    const refs = new Set(JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g))
    for (const ref of refs) {
      const found = ref
        .slice(2)
        .split('/')
        .reduce((value, part) => value?.[part], document)
      expect({ ref, isDefined: found !== undefined }).toEqual({ ref, isDefined: true })
    }
  })

  it('names every code of each operation in the answer with its status', () => {
    for (const operation of operations) {
      const { responses } = document.paths[operation.path][operation.method.toLowerCase()]
      for (const code of operation.id === 'registerAgent' ? [] : errorsOf(operation)) {
        const { $ref } = responses[errors[code].status]
        expect(document.components.responses[$ref.split('/').at(-1)].description).toContain(`\`${code}\``)
      }
    }
  })
})

describe('the examples', () => {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  const schemas = operations.flatMap(({ id, body, responses }) => [
    ...(body ? [[`${id} request`, body] as const] : []),
    ...Object.entries(responses).flatMap(([status, { schema }]) =>
      schema ? [[`${id} ${status}`, schema] as const] : [],
    ),
  ])
  it.each(schemas)('%s fits its schema', (_name, schema) => {
    const example = exampleOf(schema)
    expect(ajv.validate(schema, example), `${ajv.errorsText()} ${JSON.stringify(example)}`).toBe(true)
  })
})
