import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestAccount, postToken, requestToken, type TestAccount } from '../harness/accounts.ts'
import { createFragileDatabase } from '../harness/database-proxy.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

describe('POST /oauth/token', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    account = await createTestAccount(hub)
  })
  const credentials = () => ({ client_id: account.clientId, client_secret: account.clientSecret })
  const failWith = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await postToken(hub, form, headers)
    return { status: response.status, headers: response.headers, body: (await response.json()) as object }
  }

  it.each([oauth.ClientSecretBasic, oauth.ClientSecretPost])('gives a token to oauth4webapi (%o)', async (method) => {
    const server = { issuer: hub.url, token_endpoint: `${hub.url}/oauth/token` }
    const client = { client_id: account.clientId }
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      method(account.clientSecret),
      { scope: 'keys:write' },
      { [oauth.allowInsecureRequests]: true },
    )
    const result = await oauth.processClientCredentialsResponse(server, client, response)
    expect(result).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'keys:write' })
    expect((await hub.json('GET', '/api/v1/distributor/keys', { bearer: result.access_token })).status).toBe(200)
  })

  it('issues RFC 9068 tokens signed by a published key', async () => {
    const token = await requestToken(hub, account)
    const header = decodeProtectedHeader(token)
    expect(header).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: expect.stringMatching(/^[\w-]{43}$/) })
    const claims = decodeJwt(token)
    expect(claims).toEqual({
      account_id: account.accountId,
      aud: hub.url,
      client_id: account.clientId,
      exp: (claims.iat ?? 0) + 3600,
      iat: expect.any(Number),
      iss: hub.url,
      jti: expect.any(String),
      scope: 'keys:write',
      sub: account.clientId,
    })
    await jwtVerify(token, createRemoteJWKSet(new URL('/.well-known/jwks.json', hub.url)), { audience: hub.url })
    const jwks = await hub.json('GET', '/.well-known/jwks.json')
    expect(jwks.headers.get('content-type')).toMatch(/^application\/jwk-set\+json/)
    expect(jwks.headers.get('access-control-allow-origin')).toBe('*')
    expect(JSON.parse(JSON.stringify(jwks.body))).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: header.kid, alg: 'EdDSA', use: 'sig' }],
    })
  })

  it('never caches tokens and errors', async () => {
    for (const form of [{ grant_type: 'client_credentials', ...credentials() }, { grant_type: 'x' }])
      expect((await postToken(hub, form)).headers.get('cache-control')).toBe('no-store')
  })

  it('answers invalid_client with a challenge, however the secret came and whatever is wrong', async () => {
    const grant = { grant_type: 'client_credentials' }
    const wrong = 'spcs_00000000000000000000000000000000000000'
    const unknown = 'cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    const answers = await Promise.all([
      failWith({ ...grant, client_id: account.clientId, client_secret: wrong }),
      failWith({ ...grant, client_id: unknown, client_secret: account.clientSecret }),
      failWith({ ...grant, client_id: account.clientId }),
      failWith({ ...grant, client_id: "' or 1=1", client_secret: 'x' }),
      failWith(grant, { authorization: basic(account.clientId, wrong) }),
      failWith(grant, { authorization: basic(unknown, wrong) }),
    ])
    for (const { status, headers, body } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual({ error: 'invalid_client', error_description: 'client authentication failed' })
      expect(headers.get('www-authenticate')).toMatch(/^Basic realm="/)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('x-request-id')).toMatch(/^req_/)
    }
  })

  it('does not take the stored digest for the secret', async () => {
    const row = await hub.opened.database.system.row<{ hex: string }>(
      `select encode(secret_sha256, 'hex') as hex from service_clients where id = $1`,
      [account.clientId],
    )
    const form = { grant_type: 'client_credentials', client_id: account.clientId, client_secret: row?.hex ?? '' }
    expect((await failWith(form)).status).toBe(401)
  })

  it.each([
    ['no grant_type', {}, 'invalid_request'],
    ['another grant', { grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
    ['an authorization code, which is for people', { grant_type: 'authorization_code', code: 'x' }, 'invalid_request'],
    ['a refresh token, which is for people', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_request'],
    ['an unknown scope', { grant_type: 'client_credentials', scope: 'keys:write admin' }, 'invalid_scope'],
    [
      'a scope that is not for clients',
      { grant_type: 'client_credentials', scope: 'integration:verify' },
      'invalid_scope',
    ],
    ['a scope with quotes', { grant_type: 'client_credentials', scope: '"keys:write"' }, 'invalid_scope'],
    ['another resource', { grant_type: 'client_credentials', resource: 'https://elsewhere.example' }, 'invalid_target'],
  ])('refuses %s', async (_what, form, error) => {
    const answer = await failWith({ ...credentials(), ...form } as Record<string, string>)
    expect(answer).toMatchObject({ status: 400, body: { error } })
  })

  it('takes a resource of the hub, and the audience stays the hub', async () => {
    const form = { grant_type: 'client_credentials', ...credentials(), resource: `${hub.url}/api/v1/distributor` }
    const { access_token: token } = (await failWith(form)).body as { access_token: string }
    expect(decodeJwt(token).aud).toBe(hub.url)
  })

  it.each([
    ['JSON', 'application/json', '{"grant_type":"client_credentials"}'],
    ['a member twice', 'application/x-www-form-urlencoded', 'grant_type=client_credentials&grant_type=x'],
    ['a secret twice', 'application/x-www-form-urlencoded', 'grant_type=x&client_secret=a&client_secret=b'],
    ['too much', 'application/x-www-form-urlencoded', `grant_type=client_credentials&a=${'x'.repeat(60_000)}`],
    ['nothing', 'application/x-www-form-urlencoded', ''],
  ])('refuses %s as invalid_request', async (_what, type, body) => {
    const response = await hub.request('/oauth/token', { method: 'POST', headers: { 'content-type': type }, body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  it('answers JSON to a browser too', async () => {
    const answer = await failWith({ grant_type: 'x' }, { accept: 'text/html,*/*;q=0.1' })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  it('refuses a revoked client immediately', async () => {
    const other = await createTestAccount(hub)
    expect(await hub.hub.clients.revoke(other.clientId)).toBe(true)
    const form = { grant_type: 'client_credentials', client_id: other.clientId, client_secret: other.clientSecret }
    expect(await failWith(form)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  it.each([
    '/oauth/auth',
    '/oauth/token/introspection',
    '/oauth/token/revocation',
    '/oauth/reg',
    '/oauth/me',
    '/oauth/jwks',
    '/oauth/device/auth',
    '/oauth/session/end',
    '/oauth/request',
    '/oauth/TOKEN',
    '/oauth/token/',
    '/auth',
    '/token',
    '/jwks',
    '/me',
    '/interaction/x',
    '/.well-known/openid-configuration',
  ])('knows no %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await hub.json(method, path)
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } })
    }
  })

  it('answers another method with Allow', async () => {
    const answer = await hub.json('GET', '/oauth/token')
    expect(answer).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } })
    expect(answer.headers.get('allow')).toBe('OPTIONS, POST')
    expect((await hub.request('/oauth/token', { method: 'OPTIONS' })).status).toBe(204)
  })

  it('does not hold up clients behind others of the same address that never finish their body', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 1_000 }
    let isGivenUp = false
    const silent = Array.from({ length: 4 }, () => {
      const asked = request(`${hub.url}/oauth/token`, { method: 'POST', headers, agent: false })
      asked.on('error', () => {}).write('grant_type=')
      asked.once('close', () => {
        isGivenUp = true
      })
      return asked
    })
    await Promise.all(silent.map(async (asked) => once((await once(asked, 'socket'))[0] as Socket, 'connect')))
    // What arrived before it has been started.
    await hub.json('GET', '/healthz')
    expect(await requestToken(hub, account)).toMatch(/^ey/)
    expect(isGivenUp).toBe(false)
    for (const asked of silent) asked.destroy()
  })

  it('lets no request header into a token or an answer', async () => {
    const forged = 'evil.example'
    const headers = {
      'x-forwarded-host': forged,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.1',
      forwarded: `host=${forged};proto=https`,
      'x-original-host': forged,
    }
    const response = await postToken(hub, { grant_type: 'client_credentials', ...credentials() }, headers)
    const text = await response.text()
    const token = (JSON.parse(text) as { access_token: string }).access_token
    expect(decodeJwt(token)).toMatchObject({ iss: hub.url, aud: hub.url })
    expect(text + JSON.stringify([...response.headers])).not.toContain(forged)
    const refused = await failWith({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }, headers)
    expect(JSON.stringify([...refused.headers]) + JSON.stringify(refused.body)).not.toContain(forged)
  })

  it('lets no other origin read its answers', async () => {
    const headers = { origin: 'https://evil.example' }
    const response = await postToken(hub, { grant_type: 'client_credentials', ...credentials() }, headers)
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await hub.request('/oauth/token', {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('prints nothing to the console', async () => {
    const printed = [vi.spyOn(console, 'info'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
    const quiet = await startTestHub({ role: 'api' })
    const other = await createTestAccount(quiet)
    await other.token()
    await postToken(quiet, { grant_type: 'x' }, { accept: 'text/html', origin: 'https://evil.example' })
    for (const spy of printed) expect(spy).not.toHaveBeenCalled()
  })
})

/** fetch does not let Host be set. The answer's status, headers and body as one text, of a success the body alone. */
function postAs(url: string, host: string, body: string): Promise<string> {
  const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/oauth/token`, { method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => resolve(response.statusCode === 200 ? text : JSON.stringify(response.headers) + text))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('POST /oauth/token with a forged Host', () => {
  it('names the configured issuer', async () => {
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_PUBLIC_URL: 'https://hub.example' } })
    const { clientId, clientSecret } = await createTestAccount(hub)
    for (const host of ['evil.example', 'evil.example:443', '127.0.0.1', 'hub.example.evil']) {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const text = await postAs(hub.url, host, new URLSearchParams(form).toString())
      const { access_token: token } = JSON.parse(text) as { access_token: string }
      expect(decodeJwt(token)).toMatchObject({ iss: 'https://hub.example', aud: 'https://hub.example' })
      expect((await hub.json('GET', '/api/v1/distributor/keys', { bearer: token })).status).toBe(200)
      expect(await postAs(hub.url, host, 'grant_type=client_credentials&client_id=x&client_secret=y')).not.toContain(
        host,
      )
    }
  })
})

describe('POST /oauth/token beyond the limit of failed credentials', () => {
  it('answers 429 to failures and keeps serving clients with the right secret', async () => {
    const startedAt = Date.now()
    const hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_RATE_LIMIT: '600/120/3' },
      overrides: { clock: { now: () => startedAt } },
    })
    const account = await createTestAccount(hub)
    const form = { grant_type: 'client_credentials', client_id: account.clientId, client_secret: 'wrong' }
    for (let i = 0; i < 3; i++) expect((await postToken(hub, form)).status).toBe(401)
    const limited = await postToken(hub, form)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(limited.headers.get('ratelimit-policy')).toBe('"failed-credentials";q=3;w=60')
    expect(await limited.json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect(await account.token()).toMatch(/^ey/)
  })
})

describe('POST /oauth/token beyond the limit of a client', () => {
  it('answers 429 to that client and keeps serving another', async () => {
    const startedAt = Date.now()
    const limited = await startTestHub({
      role: 'api',
      environment: { SPINDLE_RATE_LIMIT: '600/3/300' },
      // A minute that does not end.
      overrides: { clock: { now: () => startedAt } },
    })
    const [one, other] = [await createTestAccount(limited, 'One'), await createTestAccount(limited, 'Other')]
    const ask = ({ clientId, clientSecret }: TestAccount) =>
      fetch(`${limited.url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })
    for (let i = 0; i < 3; i++) expect((await ask(one)).status).toBe(200)
    const refused = await ask(one)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit')).toMatch(/^"tokens";r=0;t=\d+$/)
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect((await ask(other)).status).toBe(200)
  })
})

describe('POST /oauth/token from a configured origin', () => {
  it('lets its pages read the answer', async () => {
    const origin = 'https://console.example'
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_CORS_ORIGINS: origin } })
    const account = await createTestAccount(hub)
    const form = { grant_type: 'client_credentials', client_id: account.clientId, client_secret: account.clientSecret }
    const response = await postToken(hub, form, { origin })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(
      (await postToken(hub, form, { origin: 'https://evil.example' })).headers.get('access-control-allow-origin'),
    ).toBeNull()
  })
})

describe('POST /oauth/token without a database', () => {
  it('answers 503, gives no reason, and recovers', async () => {
    const database = await createFragileDatabase()
    const hub = await startTestHub({ role: 'api', overrides: { openDatabase: database } })
    const { clientId, clientSecret } = await createTestAccount(hub)
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    expect((await postToken(hub, form)).status).toBe(200)
    database.cut()
    const response = await postToken(hub, form)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      error: 'server_error',
      error_description: 'The database is not reachable',
    })
    database.restore()
    await eventually(async () => (await postToken(hub, form)).status === 200 || undefined, {
      what: 'the hub to find its database again',
    })
  })
})
