import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Spindle } from '../src/index.ts'
import { json, problem, type ScriptedServer, startScriptedServer } from './harness/scripted-server.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
const service = () => new Spindle({ baseUrl: server.url, clientId: 'cli', clientSecret: 's%cr&t' })
const token = (value: string, expires_in: number) =>
  json(200, { access_token: value, token_type: 'Bearer', expires_in })
const authorizations = () => server.seen.map(({ headers }) => headers.authorization)

describe('credentials', () => {
  it('that a call needs and the client does not have are named before anything is sent', async () => {
    server.play(json(200, {}))
    const nobody = new Spindle({ baseUrl: server.url })
    const missing = { name: 'AuthenticationError', code: 'credentials_missing', status: undefined }
    await expect(nobody.outlets.list()).rejects.toMatchObject({
      ...missing,
      message: expect.stringContaining('apiKey'),
    })
    await expect(nobody.keys.get('key_1')).rejects.toMatchObject(missing)
    await expect(nobody.integration.verify()).rejects.toMatchObject(missing)
    expect(server.seen).toHaveLength(0)
  })

  it('of a page of the hub are its cookie: the client adds the header that other origins cannot send', async () => {
    server.play(json(200, {}), json(200, {}))
    const page = new Spindle({ baseUrl: `${server.url}/console/a/acc_1`, session: true })
    await page.catalog.get('rel_1')
    await page.keys.get('key_1')
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/console/a/acc_1/api/v1/distributor/catalog/rel_1',
      '/console/a/acc_1/api/v1/distributor/keys/key_1',
    ])
    for (const { headers } of server.seen) {
      expect(headers['x-spindle-console']).toBe('1')
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('x-api-key')
    }
  })

  it('of a service client come in pairs', () => {
    expect(() => new Spindle({ baseUrl: server.url, clientId: 'cli' })).toThrow('clientSecret is missing')
    expect(() => new Spindle({ baseUrl: server.url, clientSecret: 's' })).toThrow('clientId is missing')
  })

  it('of a service client become one token for many calls', async () => {
    server.play(token('t1', 3600), json(200, {}))
    const client = service()
    await Promise.all([client.keys.get('key_1'), client.keys.get('key_2')])
    await client.keys.get('key_3')
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      path: '/oauth/token',
      body: 'grant_type=client_credentials&client_id=cli&client_secret=s%25cr%26t',
    })
    expect(authorizations()).toEqual([undefined, 'Bearer t1', 'Bearer t1', 'Bearer t1'])
  })

  it('are fetched again shortly before the token ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      server.play(token('t1', 600), json(200, {}), json(200, {}), token('t2', 600), json(200, {}))
      const client = service()
      await client.keys.get('key_1')
      vi.setSystemTime(Date.now() + 565_000)
      await client.keys.get('key_1')
      vi.setSystemTime(Date.now() + 10_000)
      await client.keys.get('key_1')
      expect(authorizations()).toEqual([undefined, 'Bearer t1', 'Bearer t1', undefined, 'Bearer t2'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('are fetched again once when the token is refused', async () => {
    const refusal = problem(401, 'invalid_token')
    server.play(token('t1', 600), refusal, token('t2', 600), json(200, { id: 'key_1' }))
    await expect(service().keys.get('key_1')).resolves.toEqual({ id: 'key_1' })
    server.play(token('t1', 600), refusal, token('t2', 600), refusal)
    await expect(service().keys.get('key_1')).rejects.toMatchObject({ code: 'invalid_token' })
    expect(server.seen).toHaveLength(4)
  })

  it('can be a function that gives a current token', async () => {
    server.play(json(200, {}))
    let count = 0
    const client = new Spindle({ baseUrl: server.url, accessToken: async () => `t${++count}` })
    await client.keys.get('key_1')
    await client.keys.get('key_1')
    expect(authorizations()).toEqual(['Bearer t1', 'Bearer t2'])
  })

  it('in a browser page are warned about, without being shown', () => {
    const said: string[] = []
    const logger = { warn: (message: string) => said.push(message) }
    new Spindle({ baseUrl: server.url, apiKey: 'the-key', logger })
    expect(said).toEqual([])
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    new Spindle({ baseUrl: server.url, apiKey: 'the-key', logger })
    new Spindle({ baseUrl: server.url, accessToken: 'the-jwt', logger })
    vi.unstubAllGlobals()
    expect(said).toEqual([expect.stringMatching(/^An API key is used in a web page/)])
    expect(said.join()).not.toContain('the-key')
  })
})
