import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  allow,
  askForRequest,
  discover,
  goOn,
  insecure,
  openRequest,
  prepareRequest,
} from '../harness/authorization.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { disablePerson, inviteMember, setUpOperator, type TestPerson } from '../harness/people.ts'

/** The authorization code with PKCE, as third-party clients use it, with a person who decides. */

const everything = ['music:read', 'music:write', 'catalog:read', 'analytics:read'] as const
const keysPath = '/api/v1/distributor/keys'

let hub: TestHub
let owner: TestPerson
let accountId: `acc_${string}`
let server: oauth.AuthorizationServer
beforeAll(async () => {
  hub = await startTestHub()
  owner = await setUpOperator(hub)
  accountId = (await owner.ask('GET', '/console/api/session')).body.memberships[0].accountId
  server = await discover(hub)
})

const client: oauth.Client = { client_id: 'spindle' }

/** From the address the browser ended at to the answer of the token endpoint. */
async function exchange(callback: URL, verifier: string, state: string, redirectUri: string): Promise<Response> {
  const parameters = oauth.validateAuthResponse(server, client, callback, state)
  return oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, redirectUri, verifier, insecure)
}

const makeKey = (bearer: string, permissions: readonly string[] = ['music:read']) =>
  hub.json('POST', keysPath, { bearer, body: { name: 'spindle on mias-laptop', permissions } })

async function getToken(person = owner, permissions: readonly string[] = everything): Promise<string> {
  const { url, verifier, state, redirectUri } = await prepareRequest(server)
  const callback = await allow(hub, person, url, { accountId, permissions })
  const response = await exchange(callback, verifier, state, redirectUri)
  return (await oauth.processAuthorizationCodeResponse(server, client, response)).access_token
}

describe('an independent client', () => {
  it('walks from the metadata to a key with oauth4webapi', async () => {
    const { url, verifier, state, redirectUri } = await prepareRequest(server, {
      scope: 'keys:write music:read music:write',
      extra: { device_name: 'mias-laptop' },
    })
    const request = await openRequest(hub, url)
    expect(request.status).toBe(303)
    const details = await askForRequest(owner, request)
    expect(details.body).toMatchObject({
      client: { id: 'spindle', name: 'spindle', isBuiltIn: true },
      device: 'mias-laptop',
      returnsTo: '127.0.0.1:49152',
      resource: 'keys',
      scopes: ['keys:write', 'music:read', 'music:write'],
      accounts: [{ accountId, accountName: 'Night Label', role: 'owner', grantable: ['music:read', 'music:write'] }],
    })
    const answer = await askForRequest(owner, request, {
      step: '/allow',
      body: { accountId, permissions: ['music:read'] },
    })
    const callback = await goOn(request, answer.body.returnTo)
    expect(callback.origin + callback.pathname).toBe(redirectUri)
    expect(callback.searchParams.get('iss')).toBe(hub.url)
    const response = await exchange(callback, verifier, state, redirectUri)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response)
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 600,
      scope: 'keys:write music:read',
    })
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'EdDSA' })
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: hub.url,
      aud: hub.url,
      sub: expect.stringMatching(/^usr_/),
      client_id: 'spindle',
      account_id: accountId,
    })
    const made = await makeKey(tokens.access_token)
    expect(made.status).toBe(201)
    const beyond = await makeKey(tokens.access_token, ['music:read', 'music:write'])
    expect([beyond.status, beyond.body.error]).toEqual([403, 'permission_not_grantable'])
    expect((await hub.json('GET', '/api/v1/music-distributor/releases', { key: made.body.key })).status).toBe(200)
  })

  it('walks the same way with openid-client', async () => {
    const config = await openid.discovery(new URL(hub.url), 'spindle', undefined, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: 'http://127.0.0.1:50000/callback',
      scope: 'keys:write music:read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: hub.url + keysPath,
      state,
    })
    const callback = await allow(hub, owner, url, { accountId, permissions: ['music:read'] })
    const tokens = await openid.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    expect((await makeKey(tokens.access_token)).status).toBe(201)
  })
})

describe('a request that is not in order', () => {
  const withParameters = async (change: Record<string, string | null>): Promise<URL> => {
    const { url } = await prepareRequest(server)
    for (const [name, value] of Object.entries(change))
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    return url
  }

  it.each([
    ['another path', { redirect_uri: 'http://127.0.0.1:49152/other' }],
    ['another host', { redirect_uri: 'http://evil.example/callback' }],
    ['a host that begins like ours', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
    ['a user in the address', { redirect_uri: 'http://127.0.0.1:49152@evil.example/callback' }],
    ['https', { redirect_uri: 'https://127.0.0.1:49152/callback' }],
    ['no address', { redirect_uri: null }],
    ['an unknown client', { client_id: 'somebody' }],
  ])('shows a page and sends nobody anywhere: %s', async (_what, change) => {
    const request = await openRequest(hub, await withParameters(change))
    expect([request.status, request.location]).toEqual([400, undefined])
    expect(request.body).toContain('<h1>This request is not valid</h1>')
    expect(request.body).not.toContain('evil.example/callback"')
  })

  it.each([
    ['a token in place of a code', { response_type: 'token' }, 'unsupported_response_type'],
    ['an ID token', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['the plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['an unknown scope', { scope: 'keys:write everything' }, 'invalid_scope'],
    ['the tools of agents', { resource: 'RESOURCE/mcp' }, 'invalid_target'],
    ['a resource elsewhere', { resource: 'https://evil.example' }, 'invalid_target'],
    ['no person to be asked', { prompt: 'none' }, 'login_required'],
  ])('tells the program, and asks nobody: %s', async (_what, change, error) => {
    const changed = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, value?.replace('RESOURCE', hub.url) ?? null]),
    )
    const { location } = await openRequest(hub, await withParameters(changed))
    const answer = new URLSearchParams(location?.search || location?.hash.slice(1))
    expect(location?.host).toBe('127.0.0.1:49152')
    expect([answer.get('error'), answer.get('iss')]).toEqual([error, hub.url])
  })
})

describe('a code', () => {
  const getCode = async () => {
    const prepared = await prepareRequest(server)
    const callback = await allow(hub, owner, prepared.url, { accountId, permissions: ['music:read'] })
    return { ...prepared, callback, code: callback.searchParams.get('code') ?? '' }
  }
  const post = (form: Record<string, string>) =>
    fetch(`${hub.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', client_id: 'spindle', ...form }),
    })

  it('gives one token; coming twice it ends that token, too', async () => {
    const { callback, verifier, state, redirectUri } = await getCode()
    const first = await exchange(callback, verifier, state, redirectUri)
    const { access_token: token } = (await first.json()) as { access_token: string }
    expect((await hub.json('GET', keysPath, { bearer: token })).status).toBe(200)
    const second = await exchange(callback, verifier, state, redirectUri)
    expect([second.status, ((await second.json()) as { error: string }).error]).toEqual([400, 'invalid_grant'])
    expect((await hub.json('GET', keysPath, { bearer: token })).body.error).toBe('invalid_token')
  })

  it('gives one token if it is used twice at the same moment', async () => {
    const { callback, verifier, state, redirectUri } = await getCode()
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(callback, verifier, state, redirectUri)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another address', { redirect_uri: 'http://127.0.0.1:49153/callback' }],
    ['an invented code', { code: 'x'.repeat(43) }],
  ])('is worth nothing with %s', async (_what, change) => {
    const { code, verifier, redirectUri } = await getCode()
    const response = await post({ code, code_verifier: verifier, redirect_uri: redirectUri, ...change })
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, 'invalid_grant'])
  })

  it('is kept as a digest, and nothing that was stored holds it', async () => {
    const { code } = await getCode()
    const rows = await hub.opened.database.system.rows<{ text: string }>(
      'select payload::text as text from oauth_payloads',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ text }) => text.includes(code))).toBe(false)
  })
})

describe('the answer of a person', () => {
  it('reaches the client only through the browser that began', async () => {
    const request = await openRequest(hub, (await prepareRequest(server)).url)
    const answer = await askForRequest(owner, request, { step: '/refuse' })
    await expect(goOn({ ...request, cookies: '' }, answer.body.returnTo)).rejects.toThrow('400')
    expect((await goOn(request, answer.body.returnTo)).searchParams.get('error')).toBe('access_denied')
  })

  it('needs a session, and a confirmation no older than ten minutes', async () => {
    const { url } = await prepareRequest(server)
    const request = await openRequest(hub, url)
    const body = { accountId, permissions: ['music:read'] }
    const nobody = await hub.json('GET', `/console/api/authorize/${request.uid}`, {
      headers: { 'sec-fetch-site': 'same-origin', cookie: request.cookies },
    })
    expect(nobody.body.error).toBe('signed_out')
    await hub.opened.database.system.execute("update sessions set confirmed_at = now() - interval '1 hour'")
    const old = await askForRequest(owner, request, { step: '/allow', body })
    expect([old.status, old.body.error]).toEqual([403, 'confirmation_needed'])
    await owner.ask('POST', '/console/api/session/confirm', { password: owner.password })
    expect((await askForRequest(owner, request, { step: '/allow', body })).status).toBe(200)
  })
})

describe('a token of a person', () => {
  it('follows the role and ends with the membership', async () => {
    const manager = await inviteMember(hub, { accountId, role: 'manager', email: 'ma@label.example' })
    const token = await getToken(manager)
    expect((await makeKey(token, everything)).status).toBe(201)
    const userId = decodeJwt(token).sub ?? ''
    const { system } = hub.opened.database
    await system.execute(`update memberships set role = 'viewer' where user_id = $1`, [userId])
    const less = await makeKey(token)
    expect([less.status, less.body.error]).toEqual([403, 'insufficient_scope'])
    await system.execute(`delete from memberships where user_id = $1`, [userId])
    expect((await makeKey(token)).body.error).toBe('invalid_token')
  })

  it('ends with the person', async () => {
    const manager = await inviteMember(hub, { accountId, role: 'manager', email: 'gone@label.example' })
    const token = await getToken(manager)
    expect((await hub.json('GET', keysPath, { bearer: token })).status).toBe(200)
    await disablePerson(hub, 'gone@label.example')
    expect((await hub.json('GET', keysPath, { bearer: token })).body.error).toBe('invalid_token')
  })

  it('opens nothing but the management of keys', async () => {
    const token = await getToken()
    expect((await hub.json('GET', '/api/v1/distributor/catalog', { bearer: token })).status).toBe(401)
    expect((await hub.json('POST', '/mcp', { bearer: token, body: {} })).status).toBe(401)
    expect(
      (await hub.json('GET', '/console/api/session', { bearer: token, headers: { 'sec-fetch-site': 'same-origin' } }))
        .status,
    ).toBe(400)
  })
})

describe('a hub behind another address', () => {
  it('sends the browser to the configured one, whatever host the request names', async () => {
    const below = await startTestHub({ role: 'api', environment: { SPINDLE_PUBLIC_URL: 'https://hub.example/music' } })
    const { url } = await prepareRequest({ ...server, authorization_endpoint: `${below.url}/oauth/authorize` })
    const response = await fetch(url, { redirect: 'manual', headers: { 'x-forwarded-host': 'evil.example' } })
    const cookies = response.headers.getSetCookie()
    expect(response.headers.get('location')).toMatch(/^https:\/\/hub\.example\/music\/console\/authorize\//)
    expect(cookies.filter((cookie) => /^__Host-Http-spindle-authorize-/.test(cookie))).toHaveLength(1)
    expect(cookies.find((cookie) => cookie.startsWith('_interaction_resume='))).toMatch(
      /path=\/music\/oauth\/authorize\/.+; secure; httponly/i,
    )
    expect(cookies.every((cookie) => !/^_(session|interaction)=/.test(cookie))).toBe(true)
  })
})
