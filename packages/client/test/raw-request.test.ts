import { describe, expect, it } from 'vitest'
import { type RawRequestOptions, Spindle } from '../src/index.ts'

interface Seen {
  readonly method: string | undefined
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
}

function recordingClient(baseUrl = 'https://hub.example') {
  const seen: Seen[] = []
  const client = new Spindle({
    baseUrl,
    apiKey: 'spn_key',
    accessToken: 'jwt',
    integrationToken: 'token-of-a-property',
    fetch: async (url, { method, headers, body }) => {
      seen.push({ method, url, headers: new Headers(headers), body })
      return Response.json({ ok: true }, { headers: { etag: '"1"' } })
    },
  })
  const ask = async (method: string, path: string, options?: RawRequestOptions): Promise<Seen | undefined> => {
    await client.request(method, path, options)
    return seen.at(-1)
  }
  return { client, seen, ask }
}

describe('client.request', () => {
  it('answers the response unread', async () => {
    const response = await recordingClient().client.request('GET', '/api/v1/music-distributor/rules')
    expect(response.headers.get('etag')).toBe('"1"')
    expect(await response.json()).toEqual({ ok: true })
  })

  it.each([
    ['GET', '/api/v1/music-distributor/releases?limit=1', { 'x-api-key': 'spn_key' }],
    ['PUT', '/api/v1/of-a-newer-hub', { 'x-api-key': 'spn_key' }],
    ['HEAD', '/api/v1/distributor/uploads/upl_1', { 'x-api-key': 'spn_key' }],
    ['GET', '/api/v1/distributor/keys', { authorization: 'Bearer jwt' }],
    ['GET', '/api/integration/feed', { authorization: 'Bearer token-of-a-property' }],
    ['GET', '/openapi.json', {}],
  ])('sends with %s %s the credential of that address and no other', async (method, path, credential) => {
    const headers = (await recordingClient().ask(method, path))?.headers
    expect({ ...Object.fromEntries(headers ?? []) }).toMatchObject(credential)
    const held = ['x-api-key', 'authorization'].filter((name) => headers?.has(name))
    expect(held).toEqual(Object.keys(credential))
  })

  it('finds the credential below a path of the hub as well', async () => {
    const asked = await recordingClient('https://music.example/hub').ask('GET', '/api/integration/feed')
    expect(asked?.url).toBe('https://music.example/hub/api/integration/feed')
    expect(asked?.headers.get('authorization')).toBe('Bearer token-of-a-property')
  })

  it('sends a body as JSON, with headers that win, all but the credential', async () => {
    const { ask } = recordingClient()
    const path = '/api/v1/music-distributor/releases'
    const plain = await ask('POST', path, { body: '{}' })
    expect(plain).toMatchObject({ body: '{}', method: 'POST' })
    expect(plain?.headers.get('content-type')).toBe('application/json')
    expect(plain?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    const own = await ask('POST', path, {
      body: '{}',
      headers: { 'Content-Type': 'text/plain', 'Idempotency-Key': 'mine', 'X-API-Key': 'other' },
    })
    expect(Object.fromEntries(own?.headers ?? [])).toMatchObject({
      'content-type': 'text/plain',
      'idempotency-key': 'mine',
      'x-api-key': 'spn_key',
    })
  })

  it.each([
    'https://evil.example/api/v1/music-distributor/releases',
    'https://hub.example.evil.example/api',
    'https://user@hub.example/api',
    '//evil.example/api',
    '/\\evil.example/api',
    'api/v1',
    '@evil.example/',
    '',
  ])('sends nothing to %j', async (path) => {
    const { client, seen } = recordingClient()
    expect(() => client.request('GET', path)).toThrow('is not an address of https://hub.example')
    expect(seen).toEqual([])
  })

  it('takes the whole address of the hub as well', async () => {
    expect((await recordingClient().ask('GET', 'https://hub.example/healthz'))?.url).toBe('https://hub.example/healthz')
  })
})
