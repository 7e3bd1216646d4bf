import { beforeAll, describe, expect, it } from 'vitest'
import { ConnectionError, ServerError, Spindle, type SpindleOptions, TimeoutError } from '../src/index.ts'
import { hangUp, json, problem, type ScriptedServer, silence, startScriptedServer } from './harness/scripted-server.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
const client = (options: Partial<SpindleOptions> = {}) =>
  new Spindle({ baseUrl: server.url, apiKey: 'the-key', ...options })
const release = { title: 'A', type: 'single' as const, tracks: [] }

describe('a request that may succeed later', () => {
  it.each([
    ['a broken line', hangUp],
    ['408', problem(408, 'request_timeout')],
    ['409 idempotency_in_progress', problem(409, 'idempotency_in_progress')],
    ['409 upload_busy', problem(409, 'upload_busy')],
    ['429', problem(429, 'rate_limited', { 'retry-after': '0' })],
    ['500', problem(500, 'internal_error')],
    ['503', problem(503, 'overloaded', { 'retry-after': '0' })],
  ])('is sent again after %s', async (_name, failure) => {
    server.play(failure, json(200, { id: 'rel_1' }))
    await expect(client().releases.get('rel_1')).resolves.toEqual({ id: 'rel_1' })
    expect(server.seen).toHaveLength(2)
  })

  it.each([
    ['400', problem(400, 'invalid_request')],
    ['404', problem(404, 'release_not_found')],
    ['409 state_conflict', problem(409, 'state_conflict')],
    ['422', problem(422, 'validation_failed')],
    ['501', problem(501, 'not_implemented')],
    ['503 integration_not_configured', problem(503, 'integration_not_configured')],
    ['507 storage_full', problem(507, 'storage_full', { 'retry-after': '60' })],
    ['a Retry-After of an hour', problem(429, 'rate_limited', { 'retry-after': '3600' })],
  ])('is not sent again after %s', async (_name, failure) => {
    server.play(failure)
    await expect(client().releases.submit('rel_1')).rejects.toMatchObject({ requestId: 'req_1' })
    expect(server.seen).toHaveLength(1)
  })

  it('carries one Idempotency-Key through all attempts, and another one the next time', async () => {
    server.play(hangUp, problem(500, 'internal_error'), json(201, { id: 'rel_1' }))
    await client().releases.create(release)
    await client().releases.create(release)
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(4)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  it('takes the key of the caller', async () => {
    server.play(json(201, {}))
    await client().releases.create(release, { idempotencyKey: 'order-7' })
    expect(server.seen[0]?.headers['idempotency-key']).toBe('order-7')
  })

  it('is given up after maxRetries, of the client or of the call', async () => {
    server.play(problem(500, 'internal_error'))
    await expect(client({ maxRetries: 1 }).outlets.list()).rejects.toBeInstanceOf(ServerError)
    expect(server.seen).toHaveLength(2)
    await expect(client().outlets.list({ maxRetries: 0 })).rejects.toBeInstanceOf(ServerError)
    expect(server.seen).toHaveLength(3)
  })

  it('waits as long as Retry-After says', async () => {
    server.play(problem(503, 'overloaded', { 'retry-after': '1' }), json(200, {}))
    const startedAtMs = Date.now()
    await client().outlets.list()
    expect(Date.now() - startedAtMs).toBeGreaterThanOrEqual(990)
  })

  it('logs the reason', async () => {
    const said: string[] = []
    server.play(problem(500, 'internal_error'), json(200, {}))
    await client({ logger: { warn: () => {}, debug: (line) => said.push(line) } }).outlets.list()
    expect(said).toEqual([expect.stringMatching(/^GET .*\/outlets: internal_error, retrying in \d+ ms$/)])
  })
})

describe('time limits and signals', () => {
  it('ends an attempt that is not answered', async () => {
    server.play(silence)
    let attempts = 0
    // On a busy machine, the server may not receive anything in so short a time.
    const counted: SpindleOptions['fetch'] = (url, init) => {
      attempts += 1
      return fetch(url, init)
    }
    const error = await client({ timeoutMs: 50, maxRetries: 1, fetch: counted })
      .outlets.list()
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ status: undefined, code: 'timeout' })
    expect(attempts).toBe(2)
  })

  it('throws the reason of the signal, at once and without another attempt', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    server.play(() => controller.abort(reason))
    await expect(client().outlets.list({ signal: controller.signal })).rejects.toBe(reason)
    await expect(client().outlets.list({ signal: controller.signal })).rejects.toBe(reason)
    expect(server.seen).toHaveLength(1)
  })

  it('ends the pause between two attempts, too', async () => {
    server.play(problem(503, 'overloaded', { 'retry-after': '30' }))
    const controller = new AbortController()
    // Called once the answer was read, when the pause is about to begin.
    const logger = { warn: () => {}, debug: () => controller.abort() }
    const asked = client({ logger }).outlets.list({ signal: controller.signal })
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.seen).toHaveLength(1)
  })

  it('reports the cause of a failed connection', async () => {
    const nobody = new Spindle({ baseUrl: 'http://127.0.0.1:1', apiKey: 'the-key', maxRetries: 0 })
    await expect(nobody.outlets.list()).rejects.toThrow(/ECONNREFUSED|bad port/)
  })
})
