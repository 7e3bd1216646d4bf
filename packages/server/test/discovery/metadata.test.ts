import type { AuthorizationServerMetadata, ProtectedResourceMetadata } from '@spindle/contract'
import * as oauth from 'oauth4webapi'
import { parseDictionary } from 'structured-headers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

const prm = '/.well-known/oauth-protected-resource'
const asPath = '/.well-known/oauth-authorization-server'
const insecure = { [oauth.allowInsecureRequests]: true }

const read = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({
    role: 'api',
    environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` },
  })
})

const holes = (value: unknown): unknown[] => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return [value]
  return typeof value === 'object' ? Object.values(value).flatMap(holes) : []
}

describe('protected resource metadata', () => {
  it('describes the hub as a whole, byte for byte by its base URL', async () => {
    const { status, headers, body } = await hub.json('GET', prm)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toEqual({
      resource: hub.url,
      resource_name: 'Distributor and Integration Verification Service',
      authorization_servers: [hub.url],
      scopes_supported: ['keys:write', 'music:read', 'music:write', 'catalog:read', 'analytics:read'],
      bearer_methods_supported: ['header'],
      resource_documentation: `${hub.url}/docs`,
    })
  })

  it.each(['', '/api/v1/distributor/keys', '/mcp'])(
    'is accepted by an independent client for the resource "%s"',
    async (path) => {
      const resource = new URL(hub.url + path)
      const response = await oauth.resourceDiscoveryRequest(resource, insecure)
      const metadata = await oauth.processResourceDiscoveryResponse(resource, response)
      expect(metadata.resource).toBe(hub.url + path)
      expect(metadata.authorization_servers).toEqual([hub.url])
      expect(holes(metadata)).toEqual([])
    },
  )

  it.each([
    '/nope',
    '/',
    '/api',
    '/api/integration/verify',
    '/api/v1/distributor',
    '/api/v1/music-distributor',
    '/api/v1/distributor/keys/',
    '/mcp/',
  ])('does not exist for %s, where no JWT works', async (path) => {
    expect((await hub.json('GET', prm + path)).body).toMatchObject({ status: 404, error: 'not_found' })
  })

  it('leads a strict client to a token that works at every resource it describes', async () => {
    const account = await createTestAccount(hub)
    for (const path of ['', '/api/v1/distributor/keys']) {
      const resource = await read<ProtectedResourceMetadata>(`${hub.url}${prm}${path}`)
      const server = await read<AuthorizationServerMetadata>(`${resource.authorization_servers[0]}${asPath}`)
      expect(server.protected_resources).toContain(resource.resource)
      const scopes = resource.scopes_supported.join(' ')
      const answer = await fetch(String(server.token_endpoint), {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${account.clientId}:${account.clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes, resource: resource.resource }),
      })
      const { access_token: token, scope } = (await answer.json()) as { access_token: string; scope: string }
      expect([answer.status, scope.split(' ').sort()]).toEqual([200, [...resource.scopes_supported].sort()])
      expect((await hub.json('GET', '/api/v1/distributor/keys', { bearer: token })).status).toBe(200)
    }
  })
})

describe('a 401 of the API families', () => {
  it.each([
    ['GET', '/api/v1/music-distributor/releases', {}],
    ['GET', '/api/v1/distributor/catalog', { key: 'spn_wrong' }],
    ['POST', '/api/v1/distributor/uploads', {}],
    ['GET', '/api/v1/distributor/keys', {}],
    ['POST', '/api/v1/distributor/keys', { bearer: 'x.y.z' }],
    ['GET', '/api/integration/feed', {}],
    ['POST', '/mcp', {}],
  ] as const)('leads an agent on from %s %s', async (method, path, credential) => {
    const { status, headers } = await hub.json(method, path, credential)
    expect([status, headers.get('link')]).toEqual([401, '</auth.md>; rel="service-doc"'])
    const challenge = headers.get('www-authenticate') ?? ''
    const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1]
    if (metadata !== undefined) expect((await fetch(metadata)).status).toBe(200)
  })
})

describe('authorization server metadata', () => {
  it('is found and accepted by an independent client that knows the issuer', async () => {
    const issuer = new URL(hub.url)
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const metadata = await oauth.processDiscoveryResponse(issuer, response)
    expect(metadata.issuer).toBe(hub.url)
    expect(holes(metadata)).toEqual([])
  })

  it('states what works, and nothing else', async () => {
    const { body } = await hub.json('GET', asPath)
    expect(body).toEqual({
      issuer: hub.url,
      authorization_endpoint: `${hub.url}/oauth/authorize`,
      token_endpoint: `${hub.url}/oauth/token`,
      jwks_uri: `${hub.url}/.well-known/jwks.json`,
      grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      scopes_supported: ['keys:write', 'music:read', 'music:write', 'catalog:read', 'analytics:read'],
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${hub.url}/docs`,
      protected_resources: [hub.url, `${hub.url}/api/v1/distributor/keys`, `${hub.url}/mcp`],
      agent_auth: {
        skill: `${hub.url}/auth.md`,
        register_uri: `${hub.url}/api/agent/auth`,
        claim_uri: `${hub.url}/contact`,
        identity_types_supported: ['anonymous'],
        anonymous: { credential_types_supported: ['api_key'] },
      },
    })
  })

  it('names no URL that leads nowhere', async () => {
    const { body } = await hub.json('GET', asPath)
    const urls = JSON.stringify(body).match(/http:\/\/[^"]+/g) ?? []
    expect(urls.length).toBeGreaterThan(6)
    for (const url of new Set(urls))
      expect({ url, status: (await fetch(url)).status }).not.toMatchObject({ status: 404 })
  })
})

describe('with an outside issuer', () => {
  it('lists only what works: no token endpoint of the hub, and the issuer of the tokens', async () => {
    const outside = await startTestHub({
      role: 'api',
      environment: { SPINDLE_AUTH_ISSUER: 'http://127.0.0.1:9/issuer' },
    })
    const as = (await outside.json('GET', asPath)).body
    expect(Object.keys(as).sort()).toEqual([
      'agent_auth',
      'issuer',
      'protected_resources',
      'response_types_supported',
      'service_documentation',
    ])
    expect(as.response_types_supported).toEqual(['none'])
    expect((await outside.request('/oauth/authorize')).status).toBe(404)
    expect(as.protected_resources).toEqual([outside.url])
    expect(holes(as)).toEqual([])
    const serversOf = async (path: string) => (await outside.json('GET', prm + path)).body.authorization_servers
    expect(await serversOf('')).toEqual([outside.url, 'http://127.0.0.1:9/issuer'])
    expect(await serversOf('/api/v1/distributor/keys')).toEqual(['http://127.0.0.1:9/issuer'])
    const authMd = (await outside.json('GET', '/auth.md')).body
    expect(authMd).toContain('<http://127.0.0.1:9/issuer> issues the JWTs for key management')
    expect(authMd).not.toContain('/oauth/token')
  })
})

describe('a hub whose public URL has a path', () => {
  it('answers where RFC 8414 and RFC 9728 clients look, before and after the path', async () => {
    const below = await startTestHub({ role: 'api', environment: { SPINDLE_PUBLIC_URL: 'https://hub.example/music' } })
    for (const [inserted, plain] of [
      [`${prm}/music`, prm],
      [`${prm}/music/api/v1/distributor/keys`, `${prm}/api/v1/distributor/keys`],
      [`${asPath}/music`, asPath],
    ] as const) {
      const answer = await below.json('GET', inserted)
      expect([inserted, answer.status]).toEqual([inserted, 200])
      expect(answer.body).toEqual((await below.json('GET', plain)).body)
    }
    expect((await below.json('GET', prm)).body.resource).toBe('https://hub.example/music')
    const { headers } = await below.json('GET', '/api/v1/music-distributor/releases')
    expect(headers.get('link')).toBe('</music/auth.md>; rel="service-doc"')
  })
})

describe('an agent that only has the verify URL', () => {
  it('comes from the 401 to auth.md and to the page for its human', async () => {
    const first = await fetch(`${hub.url}/api/integration/verify`)
    expect(first.status).toBe(401)
    const challenge = first.headers.get('www-authenticate') ?? ''
    expect(challenge).toMatch(/^Bearer /)
    // After the scheme, the parameters of this challenge have the grammar of a dictionary of strings.
    const parameters = parseDictionary(challenge.slice('Bearer '.length))
    expect([...parameters.keys()]).toEqual(['realm', 'resource_metadata'])
    const named = parameters.get('resource_metadata')?.[0]
    if (typeof named !== 'string') throw new Error('the challenge names no metadata')
    const resource = await read<ProtectedResourceMetadata>(named)
    const [issuer] = resource.authorization_servers
    const server = await read<AuthorizationServerMetadata>(`${issuer}${asPath}`)
    expect(server.issuer).toBe(issuer)
    const skill = await fetch(server.agent_auth.skill)
    expect(skill.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await skill.text()).toMatch(/^# auth\.md\n/)
    const register = await fetch(server.agent_auth.register_uri, { method: 'POST' })
    expect(register.status).toBe(501)
    expect(await register.json()).toMatchObject({ auth_md: server.agent_auth.skill })
    const claim = await fetch(server.agent_auth.claim_uri, { headers: { accept: 'text/html' } })
    expect(claim.status).toBe(200)
  })
})
