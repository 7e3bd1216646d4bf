import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { rawExchange } from '../harness/raw-exchange.ts'
import { listTools, listToolsIn, messageOf, post } from './messages.ts'

/** `/mcp` before the protocol starts: which credentials are accepted, and how others are refused. */

let hub: TestHub
let account: TestAccount
let key: string
let challenge: string
const propertyToken = 'p'.repeat(32)
beforeAll(async () => {
  hub = await startTestHub({
    role: 'api',
    environment: {
      SPINDLE_CORS_ORIGINS: 'https://console.example',
      SPINDLE_INTEGRATION_TOKENS: `site=${propertyToken}`,
    },
  })
  account = await createTestAccount(hub)
  key = await account.key()
  challenge = `Bearer realm="distributor", resource_metadata="${hub.url}/.well-known/oauth-protected-resource/mcp"`
})

const toProblem = async (response: Response) => {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { status, error } = (await response.json()) as { status: number; error: string }
  expect(response.status).toBe(status)
  return error
}

describe('credentials at /mcp', () => {
  it('are asked for with a challenge that leads to the metadata of the tools, and a link to auth.md', async () => {
    for (const method of ['POST', 'GET', 'DELETE']) {
      const response = await fetch(`${hub.url}/mcp`, { method })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe(challenge)
      expect(response.headers.get('link')).toBe('</auth.md>; rel="service-doc"')
      expect(await toProblem(response)).toBe('credentials_missing')
    }
  })

  it('are taken as API key, as Bearer token that is an API key, and as JWT', async () => {
    const token = await account.token()
    for (const headers of [
      { 'x-api-key': key },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer ${token}` },
      { 'x-api-key': key, authorization: 'Basic dXNlcjpwYXNz' },
    ]) {
      const response = await post(hub, listTools, { headers: headers as Record<string, string> })
      expect(response.status).toBe(200)
      expect((await messageOf(response)).result.tools.length).toBeGreaterThan(5)
      expect(response.headers.get('x-request-id')).toMatch(/^req_/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it.each([
    ['an API key that is none', { 'x-api-key': 'spn_none' }, 'api_key_invalid'],
    ['an empty API key', { 'x-api-key': '' }, 'api_key_invalid'],
    ['a token that is none', { authorization: 'Bearer x.y.z' }, 'invalid_token'],
    ['an empty token', { authorization: 'Bearer' }, 'invalid_token'],
  ])('are refused: %s', async (_what, headers, code) => {
    const response = await post(hub, listTools, { headers: headers as unknown as Record<string, string> })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      `${challenge}, error="invalid_token", error_description="The credential is not valid"`,
    )
    expect(await toProblem(response)).toBe(code)
  })

  it('are refused when they come from the token of a property, in query or body, or are another scheme', async () => {
    expect((await post(hub, listTools, { headers: { authorization: `Bearer ${propertyToken}` } })).status).toBe(401)
    expect((await post(hub, listTools, { headers: { authorization: `Basic ${btoa(`x:${key}`)}` } })).status).toBe(401)
    const inQuery = await fetch(`${hub.url}/mcp?api_key=${key}`, { method: 'POST' })
    expect(inQuery.status).toBe(401)
  })

  it('are refused when there are two, because a proxy may have judged the other', async () => {
    const response = await post(hub, listTools, { key, headers: { authorization: `Bearer ${await account.token()}` } })
    expect(response.status).toBe(400)
    expect(response.headers.get('www-authenticate')).toMatch(/, error="invalid_request", /)
    expect(await toProblem(response)).toBe('invalid_request')
    const twice = await rawExchange(
      hub.url,
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nX-API-Key: ${key}\r\nX-API-Key: ${key}\r\n\r\n`,
    )
    expect(twice).toContain('HTTP/1.1 400')
  })

  it('are refused from the moment they are revoked', async () => {
    const token = await account.token()
    const { body } = await hub.json('POST', '/api/v1/distributor/keys', {
      bearer: token,
      body: { name: 'agent', permissions: ['music:read'] },
    })
    expect((await post(hub, listTools, { key: body.key })).status).toBe(200)
    await hub.json('DELETE', `/api/v1/distributor/keys/${body.id}`, { bearer: token })
    expect((await post(hub, listTools, { key: body.key })).status).toBe(401)
  })

  it('are not asked for before it is known that no page guesses them', async () => {
    const response = await post(hub, listTools, { headers: { origin: 'https://evil.example' } })
    expect(response.headers.has('www-authenticate')).toBe(false)
    expect(await toProblem(response)).toBe('origin_not_allowed')
  })
})

describe('requests from web pages', () => {
  it.each(['https://evil.example', 'null', 'http://127.0.0.1', 'http://127.0.0.1:1', '', 'not an origin'])(
    'of the origin "%s" are refused, with a good credential too',
    async (origin) => {
      const bytes = `POST /mcp HTTP/1.1\r\nHost: ${new URL(hub.url).host}\r\nOrigin: ${origin}\r\nX-API-Key: ${key}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
      const answer = await rawExchange(hub.url, bytes)
      expect(answer).toContain('HTTP/1.1 403')
      expect(answer).toContain('"error":"origin_not_allowed"')
      expect(answer.toLowerCase()).not.toContain('access-control-allow-origin')
    },
  )

  it('of the hub itself and of configured origins are let in', async () => {
    for (const origin of [hub.url, 'https://console.example'])
      expect((await post(hub, listTools, { key, headers: { origin } })).status).toBe(200)
  })

  it('of configured origins may ask before they send what the protocol needs', async () => {
    const preflight = (origin: string) =>
      fetch(`${hub.url}/mcp`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })
    const allowed = await preflight('https://console.example')
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://console.example')
    const names = allowed.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    expect(names).toEqual(expect.arrayContaining(['mcp-protocol-version', 'mcp-method', 'mcp-name', 'x-api-key']))
    expect((await preflight('https://evil.example')).headers.has('access-control-allow-origin')).toBe(false)
  })

  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example', 'a b', ''])(
    'that came by the name "%s" are refused',
    async (host) => {
      const bytes = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
      const answer = await rawExchange(hub.url, bytes)
      expect(answer).toContain('HTTP/1.1 403')
      expect(answer).toContain('"error":"host_not_allowed"')
    },
  )
})

describe('a message to /mcp', () => {
  it.each(['GET', 'DELETE'])('is answered 405 when it is sent with %s', async (method) => {
    const response = await fetch(`${hub.url}/mcp`, { method, headers: { 'x-api-key': key } })
    expect(response.headers.get('allow')).toBe('OPTIONS, POST')
    expect(await toProblem(response)).toBe('method_not_allowed')
  })

  it.each([
    ['another type', { 'content-type': 'text/plain' }, 'unsupported_media_type'],
    ['no JSON', {}, 'invalid_json'],
  ])('is refused: %s', async (_what, headers, code) => {
    const body = code === 'invalid_json' ? '{"jsonrpc":' : JSON.stringify(listTools)
    expect(await toProblem(await post(hub, body, { key, headers: headers as Record<string, string> }))).toBe(code)
  })

  it('is refused as a merge patch, which other operations take', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    expect((await post(hub, listTools, { key, headers })).status).toBe(415)
  })

  it('is refused when it is empty, or larger than a mebibyte, which is not waited for', async () => {
    expect(await toProblem(await post(hub, '', { key }))).toBe('invalid_json')
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nConnection: close\r\n`
    const announced = await rawExchange(hub.url, `${head}Content-Length: ${2 ** 30}\r\n\r\n{`, {
      isEnough: (received) => received.includes('"error"'),
    })
    expect(announced).toContain('HTTP/1.1 413')
    const chunk = 'a'.repeat(2 ** 20)
    const chunked = await rawExchange(
      hub.url,
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n1\r\na\r\n0\r\n\r\n`,
      { isEnough: (received) => received.includes('"error"') },
    )
    expect(chunked).toContain('HTTP/1.1 413')
  })

  it('is refused when it is a batch of more than twenty', async () => {
    expect(await toProblem(await post(hub, Array(21).fill(listTools), { key }))).toBe('invalid_request')
  })

  it.each([
    ['no message', '{"hello":"there"}'],
    ['a number', '42'],
    ['null', 'null'],
    ['an empty batch', '[]'],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'],
    ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":7}'],
  ])('is answered by the protocol when it is JSON but %s', async (_what, body) => {
    const response = await post(hub, body, { key })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
  })

  it('is refused in an unknown revision, with the names of the supported ones', async () => {
    for (const revision of ['2099-01-01', 'yesterday']) {
      const headers = { 'mcp-protocol-version': revision, 'mcp-method': 'tools/list' }
      const response = await post(hub, listToolsIn(revision), { key, headers })
      expect(response.status).toBe(400)
      expect(JSON.stringify(await response.json())).toContain('2026-07-28')
    }
  })

  it('is answered in the newest revision and in those of 2025', async () => {
    const newest = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    const answers = [
      await post(hub, listToolsIn('2026-07-28'), { key, headers: newest }),
      await post(hub, listTools, { key, headers: { 'mcp-protocol-version': '2025-11-25' } }),
      await post(hub, listTools, { key, headers: { 'mcp-protocol-version': '2025-06-18' } }),
    ]
    for (const answer of answers) expect((await messageOf(answer)).result.tools[0].name).toBe('get_account')
  })

  it('leaves no connection behind that was to be closed', async () => {
    const body = JSON.stringify(listTools)
    const { hostname, port, host } = new URL(hub.url)
    const socket = connect(Number(port), hostname)
    const head = [`Host: ${host}`, `X-API-Key: ${key}`, 'Content-Type: application/json', 'Connection: close']
    const accept = 'Accept: application/json, text/event-stream'
    socket.write(['POST /mcp HTTP/1.1', ...head, accept, `Content-Length: ${body.length}`, '', body].join('\r\n'))
    const answer = await readAll(socket.setTimeout(60_000, () => socket.destroy(new Error('it is still open'))))
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toContain('get_release')
  })
})
