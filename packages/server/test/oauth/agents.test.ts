import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { decodeJwt } from 'jose'
import type * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { internet } from '../../src/features/auth/authorization/fetch-client-metadata.ts'
import { type AgentSite, startAgentSite } from '../harness/agent-site.ts'
import { allow, askForRequest, discover, goOn, openRequest, prepareRequest } from '../harness/authorization.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { disablePerson, inviteMember, setUpOperator, type TestPerson } from '../harness/people.ts'

/** Agents of people at /mcp: allowed by a person, identified by a metadata document or by the operator. */

const redirectUri = 'http://127.0.0.1:49152/callback'
const all = ['music:read', 'music:write', 'catalog:read', 'analytics:read'] as const

let site: AgentSite
let hub: TestHub
let owner: TestPerson
let accountId: `acc_${string}`
let agentId: string
beforeAll(async () => {
  site = await startAgentSite()
  agentId = `${site.url}/agent.json`
  site.answer = (path, response) => {
    const document = { client_id: site.url + path, client_name: 'Harbour Agent', redirect_uris: [redirectUri] }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(document))
  }
  hub = await startTestHub({ overrides: { clientMetadata: site.network } })
  owner = await setUpOperator(hub)
  accountId = (await owner.ask('GET', '/console/api/session')).body.memberships[0].accountId
})

interface Kept {
  tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  client: { client_id: string } | undefined
  verifier: string
  asked: URL | undefined
}

/** The stored state of a third-party agent; `clientId` if the operator registered it. */
function agent(clientId?: string): { provider: OAuthClientProvider; kept: Kept } {
  const kept: Kept = {
    verifier: '',
    asked: undefined,
    client: clientId === undefined ? undefined : { client_id: clientId },
  }
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    ...(clientId === undefined && { clientMetadataUrl: agentId }),
    clientMetadata: { redirect_uris: [redirectUri], client_name: 'Harbour Agent' },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
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

const clientOf = () =>
  new Client({ name: 'harbour', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
const transportOf = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${hub.url}/mcp`), { authProvider })

/** Connects like an agent: refused first, then allowed by the person in a browser, then accepted. */
async function connect(person: TestPerson, permissions: readonly string[] = all, clientId?: string) {
  const { provider, kept } = agent(clientId)
  const first = transportOf(provider)
  await expect(clientOf().connect(first)).rejects.toThrow(UnauthorizedError)
  if (!kept.asked) throw new Error('no person was asked')
  const callback = await allow(hub, person, kept.asked, { accountId, permissions })
  await first.finishAuth(callback.searchParams)
  const client = clientOf()
  await client.connect(transportOf(provider))
  const call = async (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args })
  return { client, kept, call, asked: kept.asked }
}

const tokenOf = ({ tokens }: Kept): string => tokens?.access_token ?? ''
const postMessage = (bearer: string) =>
  hub.json('POST', '/mcp', { bearer, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })

const refresh = (refreshToken: string, clientId = agentId): Promise<Response> =>
  fetch(`${hub.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }),
  })
const errorOf = async (response: Response) => [response.status, ((await response.json()) as { error?: string }).error]

describe('the official MCP client', () => {
  it('is led by the metadata to a person, and uses the tools as far as it was allowed', async () => {
    const { call, kept, asked } = await connect(owner, ['music:read', 'catalog:read'])
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ client_id: agentId, resource: `${hub.url}/mcp` })
    expect(decodeJwt(tokenOf(kept))).toMatchObject({ aud: `${hub.url}/mcp`, scope: 'music:read catalog:read' })
    expect((await call('search_catalog')).isError).not.toBe(true)
    expect((await call('get_account')).structuredContent).toMatchObject({
      account: { id: accountId },
      credential: { kind: 'person', permissions: ['music:read', 'catalog:read'], expiresAt: null },
      gate: { open: ['read', 'draft'], closed: ['submit'] },
    })
    const refused = await call('get_analytics', {})
    expect(refused.isError).toBe(true)
    expect(JSON.stringify(refused.content)).toContain('analytics:read')
  })

  it('drafts in the name of the person, who is the actor', async () => {
    const { call } = await connect(owner)
    const made = await call('create_upload', { filename: 'one.wav', size: 1000, kind: 'audio' })
    expect(made.isError).not.toBe(true)
    expect(JSON.stringify(made.structuredContent)).toContain('upt_acc_')
  })

  it('connects after the operator registered it', async () => {
    const { id } = await hub.hub.registeredClients.register('Night Agent', [redirectUri])
    const { call, kept } = await connect(owner, all, id)
    expect((await call('search_catalog')).isError).not.toBe(true)
    expect(await hub.hub.registeredClients.remove(id)).toBe(true)
    expect((await postMessage(tokenOf(kept))).status).toBe(401)
    expect((await refresh(kept.tokens?.refresh_token ?? '', id)).status).toBe(401)
  })
})

describe('the token of an agent', () => {
  it('opens the tools and nothing else', async () => {
    const { kept } = await connect(owner)
    const bearer = tokenOf(kept)
    for (const path of [
      '/api/v1/distributor/keys',
      '/api/v1/distributor/catalog',
      '/api/v1/music-distributor/releases',
    ])
      expect([path, (await hub.json('GET', path, { bearer })).status]).toEqual([path, 401])
    const forged = { 'x-spindle-principal': 'x', 'x-request-id': 'req_x' }
    expect((await hub.json('GET', '/api/v1/distributor/catalog', { bearer, headers: forged })).status).toBe(401)
  })

  it('ends with the membership, and does not return with it', async () => {
    const manager = await inviteMember(hub, { accountId, role: 'manager', email: 'ma@label.example' })
    const { kept, call } = await connect(manager)
    const { sub = '' } = decodeJwt(tokenOf(kept))
    const { system } = hub.opened.database
    await system.execute(`update memberships set role = 'viewer' where user_id = $1`, [sub])
    const less = await call('create_upload', { filename: 'one.wav', size: 1000, kind: 'audio' })
    expect(JSON.stringify(less.content)).toContain('music:write')
    await system.execute(`delete from memberships where user_id = $1`, [sub])
    expect((await postMessage(tokenOf(kept))).status).toBe(401)
    await system.execute(
      `insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'owner', now())`,
      [accountId, sub],
    )
    expect(await errorOf(await refresh(kept.tokens?.refresh_token ?? ''))).toEqual([400, 'invalid_grant'])
  })

  it('ends with the person', async () => {
    const manager = await inviteMember(hub, { accountId, role: 'manager', email: 'gone@label.example' })
    const { kept } = await connect(manager)
    await disablePerson(hub, 'gone@label.example')
    expect((await postMessage(tokenOf(kept))).status).toBe(401)
    await hub.opened.database.system.execute('update users set disabled_at = null')
    expect((await postMessage(tokenOf(kept))).status).toBe(401)
    expect(await errorOf(await refresh(kept.tokens?.refresh_token ?? ''))).toEqual([400, 'invalid_grant'])
  })
})

describe('a refresh token', () => {
  it('is good once; coming twice it ends everything that came of it', async () => {
    const { kept } = await connect(owner)
    const first = kept.tokens?.refresh_token ?? ''
    const renewed = (await (await refresh(first)).json()) as { access_token: string; refresh_token: string }
    expect(renewed.refresh_token).not.toBe(first)
    expect(decodeJwt(renewed.access_token)).toMatchObject({ aud: `${hub.url}/mcp` })
    expect(await errorOf(await refresh(first))).toEqual([400, 'invalid_grant'])
    expect((await postMessage(renewed.access_token)).status).toBe(401)
    expect(await errorOf(await refresh(renewed.refresh_token))).toEqual([400, 'invalid_grant'])
    const activity = await owner.ask('GET', `/console/api/accounts/${accountId}/activity?kind=keys&limit=1`)
    expect(activity.body.data).toMatchObject([
      { type: 'connection.ended', actor: { type: 'hub' }, data: { client: agentId, name: 'Harbour Agent' } },
    ])
  })

  it('is stored as a digest alone', async () => {
    const { kept } = await connect(owner)
    const rows = await hub.opened.database.system.rows<{ text: string }>(
      `select payload::text as text from oauth_payloads where kind = 'RefreshToken'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ text }) => text.includes(kept.tokens?.refresh_token ?? ''))).toBe(false)
  })
})

describe('connected applications', () => {
  it('are listed only for the person, who can end one immediately', async () => {
    const manager = await inviteMember(hub, { accountId, role: 'manager', email: 'list@label.example' })
    const { kept } = await connect(manager, ['music:read'])
    const { body } = await manager.ask('GET', '/console/api/connections')
    expect(body.data).toEqual([
      {
        id: expect.stringMatching(/^con_/),
        client: { id: agentId, name: 'Harbour Agent' },
        account: { id: accountId, name: 'Night Label' },
        scopes: ['music:read'],
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ])
    const path = `/console/api/connections/${body.data[0].id}`
    const foreign = await owner.ask('DELETE', path)
    expect([foreign.status, foreign.body.error]).toEqual([404, 'connection_not_found'])
    expect((await postMessage(tokenOf(kept))).status).not.toBe(401)
    expect((await manager.ask('DELETE', path)).status).toBe(204)
    expect((await postMessage(tokenOf(kept))).status).toBe(401)
    expect(await errorOf(await refresh(kept.tokens?.refresh_token ?? ''))).toEqual([400, 'invalid_grant'])
    expect((await manager.ask('GET', '/console/api/connections')).body.data).toEqual([])
    const activity = await owner.ask('GET', `/console/api/accounts/${accountId}/activity?kind=keys&limit=2`)
    const actor = { type: 'user', name: 'The manager' }
    const data = { connection: body.data[0].id, client: agentId, name: 'Harbour Agent' }
    expect(activity.body.data).toMatchObject([
      { type: 'connection.ended', actor, data },
      { type: 'connection.allowed', actor, data },
    ])
  })
})

describe('what an agent may ask for', () => {
  let server: oauth.AuthorizationServer
  beforeAll(async () => {
    server = await discover(hub)
  })

  it.each([
    ['the management of keys', { scope: 'keys:write music:read' }, 'invalid_scope'],
    ['another resource than the tools', { extra: { resource: 'HUB' } }, 'invalid_target'],
  ])('is not %s', async (_what, change, error) => {
    const options = JSON.parse(JSON.stringify(change).replace('HUB', hub.url)) as object
    const { url } = await prepareRequest(server, { clientId: agentId, ...options })
    const { location } = await openRequest(hub, url)
    expect(location?.searchParams.get('error')).toBe(error)
  })

  it('is shown with the address of its document and where the answer goes', async () => {
    const { url } = await prepareRequest(server, { clientId: agentId })
    const request = await openRequest(hub, url)
    const { body } = await askForRequest(owner, request)
    expect(body).toMatchObject({
      client: { id: agentId, name: 'Harbour Agent', isBuiltIn: false },
      returnsTo: '127.0.0.1:49152',
      resource: 'mcp',
      scopes: [...all],
    })
    const answer = await askForRequest(owner, request, { step: '/refuse' })
    expect((await goOn(request, answer.body.returnTo)).searchParams.get('error')).toBe('access_denied')
  })

  it('is refused if the document belongs to another client, needs secrets, is too large, redirects, or is missing', async () => {
    const before = site.answer
    const askedBefore = site.asked.length
    const documents: Record<string, () => [number, string, Record<string, string>?]> = {
      '/foreign': () => [200, JSON.stringify({ client_id: 'https://other.example/x', redirect_uris: [redirectUri] })],
      '/secret': () => [
        200,
        JSON.stringify({
          client_id: `${site.url}/secret`,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_basic',
        }),
      ],
      '/large': () => [
        200,
        JSON.stringify({ client_id: `${site.url}/large`, redirect_uris: [redirectUri], x: 'x'.repeat(20_000) }),
      ],
      '/moved': () => [302, '', { location: agentId }],
      '/no-json': () => [200, '<html>'],
      '/gone': () => [404, '{}'],
    }
    site.answer = (path, response) => {
      const [status, body, headers = {}] = documents[path]?.() ?? [404, '']
      response.writeHead(status, headers).end(body)
    }
    try {
      for (const path of Object.keys(documents)) {
        const { url } = await prepareRequest(server, { clientId: site.url + path })
        const { status, location } = await openRequest(hub, url)
        expect([path, status, location]).toEqual([path, 400, undefined])
      }
      expect(new Set(site.asked.slice(askedBefore))).toEqual(new Set(Object.keys(documents)))
    } finally {
      site.answer = before
    }
  })
})

describe('a client id that leads into the own network', () => {
  it('is never fetched, under any name', async () => {
    const asked: string[] = []
    const guarded = await startTestHub({
      role: 'api',
      overrides: {
        clientMetadata: {
          ...internet,
          lookup: async (host) => {
            asked.push(host)
            return host === 'mixed.example' ? ['93.184.215.14', '10.0.0.1'] : ['127.0.0.1']
          },
          ca: '',
        },
      },
    })
    const server = await discover(guarded)
    const before = site.asked.length
    const { port } = new URL(site.url)
    for (const clientId of [
      `https://agent.example:${port}/agent.json`,
      `https://mixed.example:${port}/agent.json`,
      `https://127.0.0.1:${port}/agent.json`,
      `https://[::1]:${port}/agent.json`,
      `http://agent.example:${port}/agent.json`,
      `https://agent.example:${port}/`,
      `https://user@agent.example:${port}/agent.json`,
    ]) {
      const { url } = await prepareRequest(server, { clientId })
      expect([clientId, (await openRequest(guarded, url)).status]).toEqual([clientId, 400])
    }
    expect(new Set(asked)).toEqual(new Set(['agent.example', 'mixed.example']))
    expect(site.asked.length).toBe(before)
  })
})

describe('with an outside issuer, or without tools', () => {
  it('nothing of it is named', async () => {
    const outside = await startTestHub({
      role: 'api',
      environment: { SPINDLE_AUTH_ISSUER: 'http://127.0.0.1:9/issuer' },
    })
    const closed = await startTestHub({ role: 'api', environment: { SPINDLE_MCP_GATE: 'off' } })
    for (const at of [outside, closed]) {
      expect((await at.json('GET', '/.well-known/oauth-protected-resource/mcp')).status).toBe(404)
      const { body } = await at.json('GET', '/.well-known/oauth-authorization-server')
      expect(body.client_id_metadata_document_supported).toBeUndefined()
      expect(body.grant_types_supported ?? []).not.toContain('refresh_token')
    }
    const challenged = await outside.json('POST', '/mcp', { body: {} })
    expect(challenged.headers.get('www-authenticate')).toBe('Bearer realm="distributor"')
  })
})
