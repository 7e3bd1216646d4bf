import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { decodeJwt } from 'jose'
import * as oauth from 'oauth4webapi'
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
import { atEnd } from '../harness/cleanup.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { setUpOperator, type TestPerson } from '../harness/people.ts'
import { createTeam, sharedTeam, type Team, unknownId } from '../harness/shared-team.ts'

/** Programs on a computer: a member makes a client id, and the answer goes to loopback alone (RFC 8252). */

const all = ['music:read', 'music:write', 'catalog:read', 'analytics:read'] as const

let team: Team
let server: oauth.AuthorizationServer
beforeAll(async () => {
  team = await sharedTeam()
  server = await discover(team.hub)
})

const makeClient = async (of: Team = team, by: TestPerson = of.owner): Promise<string> =>
  (await of.ask('POST', '/native-clients', { name: 'Claude on my laptop' }, by)).body.id

const open = async (clientId: string, redirectUri: string, of: Team = team) =>
  openRequest(of.hub, (await prepareRequest(server, { clientId, redirectUri })).url)

/** The listener of a program: a server on a free port that a browser reaches, with the address it was asked for. */
async function listen(host: '127.0.0.1' | '::1' | 'localhost', path: string) {
  const { promise: answer, resolve } = Promise.withResolvers<URL>()
  const listener = createServer((request, response) => {
    resolve(new URL(request.url ?? '', `http://${request.headers.host}`))
    response.end('You can close this page.')
  })
  await new Promise<void>((done) => listener.listen(0, host, done))
  atEnd(() => new Promise<void>((done) => listener.close(() => done())))
  const { port } = listener.address() as AddressInfo
  return { answer, redirectUri: `http://${host === '::1' ? '[::1]' : host}:${port}${path}` }
}

/** A program that keeps what it gets in memory, as the official MCP client asks it to. */
function program(clientId: string, redirectUri: string) {
  const kept: { tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>; verifier: string; asked?: URL } = {
    verifier: '',
  }
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { redirect_uris: [redirectUri], client_name: 'Claude' },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.asked = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier,
  }
  return { provider, kept }
}

const transportOf = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${team.hub.url}/mcp`), { authProvider })
const clientOf = () => new Client({ name: 'desk', version: '1.0.0' })

/** The whole way of the official MCP client: refused, allowed in the browser, answered on loopback. */
async function signIn(clientId: string, host: Parameters<typeof listen>[0], path: string, by = team.owner) {
  const { answer, redirectUri } = await listen(host, path)
  const { provider, kept } = program(clientId, redirectUri)
  const first = transportOf(provider)
  await expect(clientOf().connect(first)).rejects.toThrow(UnauthorizedError)
  if (!kept.asked) throw new Error('no person was asked')
  const callback = await allow(team.hub, by, kept.asked, { accountId: team.accountId, permissions: all })
  // The browser of the person follows the redirect to the program.
  expect(await (await fetch(callback)).text()).toBe('You can close this page.')
  await first.finishAuth((await answer).searchParams)
  const client = clientOf()
  await client.connect(transportOf(provider))
  return { client, kept }
}

const ping = async (bearer = ''): Promise<number> =>
  (await team.hub.json('POST', '/mcp', { bearer, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).status

const refresh = (clientId: string, refreshToken = ''): Promise<Response> =>
  fetch(`${team.hub.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }),
  })

describe('the official MCP client with a client id of a member', () => {
  it.each([
    ['127.0.0.1', '/callback'],
    ['::1', '/oauth/callback?window=1'],
    ['localhost', '/oauth/callback'],
  ] as const)('signs in by a listener on %s%s, and lists the tools', async (host, path) => {
    const clientId = await makeClient()
    const { client, kept } = await signIn(clientId, host, path)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_account')
    const account = await client.callTool({ name: 'get_account', arguments: {} })
    expect(account.structuredContent).toMatchObject({ account: { id: team.accountId } })
    expect(decodeJwt(kept.tokens?.access_token ?? '')).toMatchObject({
      aud: `${team.hub.url}/mcp`,
      client_id: clientId,
    })
    expect((await refresh(clientId, kept.tokens?.refresh_token)).status).toBe(200)
    await client.close()
  })

  it('loses access with the next request when its client id is revoked, for every member who uses it', async () => {
    const clientId = await makeClient()
    const keptId = await makeClient()
    const colleague = await team.join('manager', 'colleague')
    const gone = [
      await signIn(clientId, '127.0.0.1', '/callback'),
      await signIn(clientId, '127.0.0.1', '/callback', colleague),
    ]
    const other = await signIn(keptId, '127.0.0.1', '/callback')
    for (const { kept } of [...gone, other]) expect(await ping(kept.tokens?.access_token)).not.toBe(401)
    expect((await team.ask('DELETE', `/native-clients/${clientId}`)).status).toBe(204)
    // Nothing is remembered anywhere, so the next request is refused: sooner than any promised second.
    for (const { kept } of gone) {
      expect(await ping(kept.tokens?.access_token)).toBe(401)
      expect((await refresh(clientId, kept.tokens?.refresh_token)).status).toBe(401)
    }
    await expect(gone[0]?.client.listTools()).rejects.toThrow()
    expect(await ping(other.kept.tokens?.access_token)).not.toBe(401)
    expect((await colleague.ask('GET', '/console/api/connections')).body.data).toEqual([])
    const { data } = (await team.ask('GET', '/activity?kind=keys&limit=4')).body
    const actor = { type: 'user', name: 'The owner' }
    const ended = { type: 'connection.ended', actor, data: { client: clientId, name: 'Claude on my laptop' } }
    expect(data.slice(0, 3)).toMatchObject([{ type: 'native_client.revoked', actor }, ended, ended])
    expect((await open(clientId, 'http://127.0.0.1:1/callback')).status).toBe(400)
  })
})

describe('an independent OAuth client', () => {
  it('gets tokens with PKCE and no secret, and none with another verifier', async () => {
    const clientId = await makeClient()
    const redirectUri = 'http://127.0.0.1:49152/callback'
    const client = { client_id: clientId }
    const exchange = async (isOwn: boolean) => {
      const { url, verifier, state } = await prepareRequest(server, { clientId, redirectUri })
      const callback = await allow(team.hub, team.owner, url, {
        accountId: team.accountId,
        permissions: ['music:read'],
      })
      return oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        oauth.validateAuthResponse(server, client, callback, state),
        redirectUri,
        isOwn ? verifier : oauth.generateRandomCodeVerifier(),
        insecure,
      )
    }
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, await exchange(true))
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'music:read', refresh_token: expect.any(String) })
    expect((await exchange(false)).status).toBe(400)
  })
})

describe('a request of a native client', () => {
  let clientId: string
  beforeAll(async () => {
    clientId = await makeClient()
  })

  it.each([
    'https://evil.example/callback',
    'https://127.0.0.1:49152/callback',
    'http://evil.example/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1@evil.example/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://user:word@127.0.0.1:49152/callback',
    'http://127.0.0.1\\@evil.example/callback',
    'http://127.0.0.2/callback',
    'http://0.0.0.0:49152/callback',
    'http://2130706433/callback',
    'http://127.0.0.1:49152/callback#fragment',
  ])('is not answered to %s', async (redirectUri) => {
    const { status, location, body } = await open(clientId, redirectUri)
    expect([status, location]).toEqual([400, undefined])
    expect(body).toContain('This request is not valid')
  })

  it.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['the implicit grant', { response_type: 'token' }],
    ['keys', { scope: 'keys:write' }],
    ['another resource', { resource: 'https://hub.example/other' }],
  ])('with %s is refused, and no person is asked', async (_what, changes) => {
    const { url } = await prepareRequest(server, { clientId })
    for (const [name, value] of Object.entries(changes))
      if (value === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    const { location, uid } = await openRequest(team.hub, url)
    expect(uid).toBe('')
    const parameters = new URLSearchParams(location?.search || location?.hash.slice(1))
    expect(parameters.get('error')).toMatch(
      /^(invalid_request|unsupported_response_type|invalid_scope|invalid_target|unauthorized_client)$/,
    )
    expect(parameters.has('code')).toBe(false)
  })

  it('is shown with the name that a member gave it and where the answer goes', async () => {
    const request = await open(clientId, 'http://localhost:6274/oauth/callback')
    expect((await askForRequest(team.owner, request)).body).toMatchObject({
      client: { id: clientId, name: 'Claude on my laptop', isBuiltIn: false },
      returnsTo: 'localhost:6274',
      resource: 'mcp',
    })
  })

  it('can be allowed only for the account of the client id, by its members', async () => {
    const other = await createTeam(team.hub, 'Other Label')
    const { url } = await prepareRequest(server, { clientId })
    const request = await openRequest(team.hub, url)
    expect((await askForRequest(other.owner, request)).body.accounts).toEqual([])
    for (const accountId of [other.accountId, team.accountId]) {
      const body = { accountId, permissions: ['music:read'] }
      const answer = await askForRequest(other.owner, request, { step: '/allow', body })
      expect([accountId, answer.status]).toEqual([accountId, 404])
    }
    const accounts = (await askForRequest(team.owner, request)).body.accounts
    expect(accounts.map(({ accountId }: { accountId: string }) => accountId)).toEqual([team.accountId])
  })

  it('that a person has open cannot be allowed once the client id is revoked', async () => {
    const revoked = await makeClient()
    const { url } = await prepareRequest(server, { clientId: revoked })
    const request = await openRequest(team.hub, url)
    expect((await askForRequest(team.owner, request)).status).toBe(200)
    await team.ask('DELETE', `/native-clients/${revoked}`)
    const body = { accountId: team.accountId, permissions: ['music:read'] }
    expect(await askForRequest(team.owner, request, { step: '/allow', body })).toMatchObject({
      status: 404,
      body: { error: 'authorization_request_not_found' },
    })
  })

  it('gives no token for a code that was allowed before the client id was revoked', async () => {
    const revoked = await makeClient()
    const redirectUri = 'http://127.0.0.1:49152/callback'
    const { url, verifier } = await prepareRequest(server, { clientId: revoked, redirectUri })
    const callback = await allow(team.hub, team.owner, url, { accountId: team.accountId, permissions: ['music:read'] })
    await team.ask('DELETE', `/native-clients/${revoked}`)
    const response = await fetch(`${team.hub.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: revoked,
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    })
    expect(response.status).toBe(401)
  })

  it('cannot be denied into another answer than access_denied', async () => {
    const request = await open(clientId, 'http://127.0.0.1:49152/callback')
    const { body } = await askForRequest(team.owner, request, { step: '/refuse' })
    expect((await goOn(request, body.returnTo)).searchParams.get('error')).toBe('access_denied')
  })
})

describe('a program that the hub does not know', () => {
  it.each([`nac_${unknownId}`, 'claude'])('is told how a person connects it: %s', async (clientId) => {
    const { status, body, location } = await open(clientId, 'http://127.0.0.1:49152/callback')
    expect([status, location]).toEqual([400, undefined])
    expect(body).toContain('programs cannot register themselves')
    expect(body).toContain(`<a href="${team.hub.url}/console">the console</a>`)
    expect(body).toContain('Connect a program')
  })

  it('is told nothing of it while the tools are off', async () => {
    const closed: TestHub = await startTestHub({ role: 'api', environment: { SPINDLE_MCP_GATE: 'off' } })
    await setUpOperator(closed)
    const { url } = await prepareRequest(await discover(closed), { clientId: 'claude' })
    expect((await openRequest(closed, url)).body).not.toContain('Connect a program')
  })

  it('is told by the refusal of registration that a member can create a client id', async () => {
    const { body } = await team.hub.json('POST', '/api/agent/auth')
    expect(body.message).toContain('A member of an account can create a client id for a program in the console.')
  })
})

describe('a member who made a client id', () => {
  it('takes it along only if the account ends what the member made', async () => {
    const maker = await team.join('manager', 'maker')
    const colleague = await team.join('viewer', 'user')
    const id = await team.idOf(maker)
    const clientId = await makeClient(team, maker)
    const own = await signIn(clientId, '127.0.0.1', '/callback', maker)
    const { url } = await prepareRequest(server, { clientId })
    await allow(team.hub, colleague, url, { accountId: team.accountId, permissions: ['music:read'] })
    expect((await team.ask('GET', `/members/${id}/access`)).body).toMatchObject({
      nativeClients: [{ id: clientId, name: 'Claude on my laptop' }],
      programs: [{ name: 'Claude on my laptop' }],
    })
    await team.ask('PATCH', `/members/${id}`, { role: 'viewer' })
    expect(await ping(own.kept.tokens?.access_token)).not.toBe(401)
    expect((await team.ask('DELETE', `/members/${id}?access=end`)).status).toBe(204)
    expect(await ping(own.kept.tokens?.access_token)).toBe(401)
    expect((await team.ask('GET', '/native-clients')).body.data.map((one: { id: string }) => one.id)).not.toContain(
      clientId,
    )
    expect((await colleague.ask('GET', '/console/api/connections')).body.data).toEqual([])
    expect(await team.newest('native_client.revoked')).toMatchObject({ data: { client: clientId } })
  })

  it('leaves it to the account otherwise, while the own connections end', async () => {
    const leaver = await team.join('manager', 'leaver')
    const clientId = await makeClient(team, leaver)
    const own = await signIn(clientId, '127.0.0.1', '/callback', leaver)
    expect((await team.ask('DELETE', `/members/${await team.idOf(leaver)}`)).status).toBe(204)
    expect(await ping(own.kept.tokens?.access_token)).toBe(401)
    expect((await open(clientId, 'http://127.0.0.1:49152/callback')).uid).not.toBe('')
  })
})
