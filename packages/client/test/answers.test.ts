import { beforeAll, describe, expect, it } from 'vitest'
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  Spindle,
  SpindleError,
  ValidationError,
} from '../src/index.ts'
import { json, problem, type ScriptedServer, startScriptedServer } from './harness/scripted-server.ts'

let server: ScriptedServer
let client: Spindle
beforeAll(async () => {
  server = await startScriptedServer()
  client = new Spindle({ baseUrl: server.url, apiKey: 'the-key', maxRetries: 0 })
})

describe('errors', () => {
  it.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, PermissionDeniedError],
    [404, NotFoundError],
    [409, ConflictError],
    [410, NotFoundError],
    [412, ConflictError],
    [413, SpindleError],
    [422, ValidationError],
    [429, RateLimitError],
    [500, ServerError],
    [507, ServerError],
  ])('%i has its class', async (status, Class) => {
    server.play(problem(status, 'some_code', { 'retry-after': '7' }))
    const error = await client.outlets.list().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Class)
    expect(error).toMatchObject({
      name: Class.name,
      status,
      code: 'some_code',
      requestId: 'req_1',
      retryAfterSeconds: 7,
      message: `${status} some_code: about some_code [req_1]`,
    })
  })

  it('name every field and its fix', async () => {
    const errors = [
      { pointer: '/type', code: 'invalid_value', detail: 'Use lower case.', fix: 'Send ep.' },
      { pointer: '/title', code: 'required', detail: 'title is missing.' },
    ]
    server.play(json(422, { error: 'validation_failed', detail: 'Two problems.', errors }))
    const error = await client.outlets.list().catch((caught: unknown) => caught)
    expect(error).toMatchObject({ errors })
    expect(String(error)).toBe(
      'ValidationError: 422 validation_failed: Two problems.\n  /type: Use lower case. Send ep.\n  /title: title is missing.',
    )
  })

  it('are readable when a proxy answers instead of the hub', async () => {
    server.play((_request, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad'))
    await expect(client.outlets.list()).rejects.toMatchObject({
      name: 'ServerError',
      code: 'http_502',
      body: '<h1>Bad',
      errors: [],
    })
  })

  it('of OAuth keep their code', async () => {
    server.play(json(401, { error: 'invalid_client', error_description: 'unknown client' }))
    const other = new Spindle({ baseUrl: server.url, clientId: 'a', clientSecret: 'b', maxRetries: 0 })
    await expect(other.keys.list().page()).rejects.toMatchObject({ code: 'invalid_client', status: 401 })
  })

  it('never hold a secret', async () => {
    server.play(problem(500, 'internal_error'))
    const error = await client.outlets.list().catch((caught: unknown) => caught)
    expect(JSON.stringify([String(error), error])).not.toContain('the-key')
  })
})

describe('answers', () => {
  it('come with their headers and request id on request', async () => {
    server.play(json(200, { data: [] }, { 'x-request-id': 'req_9', etag: '"1"' }))
    const { data, response, requestId } = await client.outlets.list().withResponse()
    expect(data).toEqual({ data: [] })
    expect(response.headers.get('etag')).toBe('"1"')
    expect(requestId).toBe('req_9')
  })

  it('that fail reject withResponse() once and leave no unhandled rejection', async () => {
    server.play(problem(404, 'release_not_found'))
    await expect(client.releases.get('rel_1').withResponse()).rejects.toMatchObject({ status: 404 })
  })

  it('pass on unknown members and values', async () => {
    const body = { id: 'rel_1', status: 'in_orbit', moons: 2 }
    server.play(json(200, body))
    await expect(client.releases.get('rel_1')).resolves.toEqual(body)
  })

  it('without a body are undefined', async () => {
    server.play((_request, response) => void response.writeHead(204).end())
    await expect(client.releases.delete('rel_1')).resolves.toBeUndefined()
  })
})

describe('requests', () => {
  it('keep an id one segment of the path, and refuse one that names nothing', async () => {
    server.play(json(200, {}))
    await client.releases.get('../keys?a=b#c')
    expect(server.seen[0]?.path).toBe('/api/v1/music-distributor/releases/..%2Fkeys%3Fa%3Db%23c')
    await expect(client.releases.get('..')).rejects.toThrow('releaseId is ".."')
    await expect(client.releases.get('')).rejects.toThrow('releaseId is ""')
  })

  it('do not follow a redirect with a credential', async () => {
    server.play((_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end())
    await expect(client.outlets.list()).rejects.toMatchObject({ code: 'connection_failed' })
    expect(server.seen).toHaveLength(1)
  })

  it('leave out what is undefined and send If-Match and byte ranges', async () => {
    server.play(json(200, { data: [], page: { nextCursor: null, hasMore: false } }))
    await client.releases.list({ limit: 3, query: 'a b' }).page()
    await client.releases.update('rel_1', { title: 'B' }, { ifMatch: '"1"' })
    const integration = new Spindle({ baseUrl: server.url, integrationToken: 't' }).integration
    await integration.audio('trk_1', { range: { start: 5, end: 9 } })
    await integration.audio('trk_1', { range: { start: 5 } })
    expect(server.seen.map(({ path }) => path.split('?')[1])).toEqual([
      'limit=3&query=a+b',
      undefined,
      undefined,
      undefined,
    ])
    expect(server.seen[1]?.headers['if-match']).toBe('"1"')
    expect(server.seen.map(({ headers }) => headers.range).slice(2)).toEqual(['bytes=5-9', 'bytes=5-'])
  })

  it('need an address that is one', () => {
    for (const baseUrl of ['', 'hub.example', 'ftp://hub.example', 'javascript:alert(1)'])
      expect(() => new Spindle({ baseUrl })).toThrow('use the address of the hub')
  })
})
