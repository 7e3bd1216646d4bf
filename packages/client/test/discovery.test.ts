import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../server/test/harness/hub.ts'
import { sharedHub } from '../../server/test/harness/shared-hub.ts'
import { type DiscoverOptions, DiscoveryError, discover } from '../src/index.ts'

describe('discovery of a hub', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await sharedHub()
  })

  it('learns from the challenge of the verification everything a client needs', async () => {
    const found = await discover(`${hub.url}/api/integration/verify`)
    expect(found.challenge).toEqual({
      scheme: 'Bearer',
      parameters: {
        realm: 'integration',
        resource_metadata: `${hub.url}/.well-known/oauth-protected-resource`,
      },
    })
    expect(found.resource).toMatchObject({
      resource: hub.url,
      authorization_servers: [hub.url],
      bearer_methods_supported: ['header'],
    })
    expect(found.server).toMatchObject({
      issuer: hub.url,
      token_endpoint: `${hub.url}/oauth/token`,
      agent_auth: { skill: `${hub.url}/auth.md`, claim_uri: `${hub.url}/contact` },
    })
    expect(found.serverMetadataUrl).toBe(`${hub.url}/.well-known/oauth-authorization-server`)
    expect(found.warnings).toEqual([
      `resource "${hub.url}" covers ${hub.url}/api/integration/verify but is not identical to it, as RFC 9728 section 3.3 requires`,
    ])
  })

  it('ends at the first step if nothing requires credentials', async () => {
    await expect(discover(`${hub.url}/healthz`)).rejects.toMatchObject({
      step: 'challenge',
      code: 'status_unexpected',
      url: `${hub.url}/healthz`,
    })
  })

  it('names what is missing where a challenge leads nowhere', async () => {
    await expect(discover(`${hub.url}/api/v1/distributor/catalog`)).rejects.toMatchObject({
      step: 'challenge',
      code: 'resource_metadata_missing',
    })
  })
})

const asked = 'https://hub.example/api/integration/verify'
const rootUrl = 'https://hub.example/.well-known/oauth-protected-resource'
const serverUrl = 'https://hub.example/.well-known/oauth-authorization-server'

interface Pages {
  readonly challenge?: string | null
  readonly prm?: unknown
  readonly as?: unknown
  /** Answers by address, in place of the ones above. */
  readonly at?: Readonly<Record<string, () => Response>>
}

const goodResource = {
  resource: 'https://hub.example',
  authorization_servers: ['https://hub.example'],
  bearer_methods_supported: ['header'],
}
const goodServer = {
  issuer: 'https://hub.example',
  token_endpoint: 'https://hub.example/oauth/token',
  grant_types_supported: ['client_credentials'],
  response_types_supported: ['none'],
}

/** Discovery of a service that exists in these answers only. */
function discoverAmong(
  {
    challenge = `Bearer realm="x", resource_metadata="${rootUrl}"`,
    prm = goodResource,
    as = goodServer,
    at = {},
  }: Pages,
  options: DiscoverOptions = {},
) {
  const answers: Record<string, () => Response> = {
    [asked]: () =>
      new Response('', { status: 401, headers: challenge === null ? {} : { 'www-authenticate': challenge } }),
    [rootUrl]: () => Response.json(prm),
    [serverUrl]: () => Response.json(as),
    ...at,
  }
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    expect(init.headers).toEqual({ accept: 'application/json' })
    const answer = answers[url]
    if (!answer) throw new TypeError('fetch failed')
    return answer()
  }
  return discover(asked, { fetch, ...options })
}

const html = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })

describe('discovery of a broken service', () => {
  it('starts from one that works', async () => {
    await expect(discoverAmong({})).resolves.toMatchObject({ server: goodServer })
  })

  it.each<[string, Pages, string, string]>([
    ['no answer', { at: { [asked]: () => Promise.reject(new Error('down')) as never } }, 'challenge', 'unreachable'],
    ['no challenge', { challenge: null }, 'challenge', 'challenge_missing'],
    ['no metadata in it', { challenge: 'Bearer realm="x"' }, 'challenge', 'resource_metadata_missing'],
    ['metadata that is no URL', { challenge: 'Bearer resource_metadata="/x"' }, 'protected_resource', 'url_invalid'],
    [
      'metadata without TLS',
      { challenge: 'Bearer resource_metadata="http://hub.example/x"' },
      'protected_resource',
      'url_insecure',
    ],
    [
      'metadata of another host',
      {
        challenge: 'Bearer resource_metadata="https://evil.example/.well-known/oauth-protected-resource"',
        at: {
          'https://evil.example/.well-known/oauth-protected-resource': () =>
            Response.json({ ...goodResource, resource: 'https://evil.example' }),
        },
      },
      'protected_resource',
      'resource_mismatch',
    ],
    ['a page for people', { at: { [rootUrl]: html } }, 'protected_resource', 'media_type_unexpected'],
    [
      'an error',
      { at: { [rootUrl]: () => Response.json({}, { status: 404 }) } },
      'protected_resource',
      'status_unexpected',
    ],
    ['a redirect', { at: { [rootUrl]: () => Response.redirect(asked) } }, 'protected_resource', 'status_unexpected'],
    [
      'no JSON',
      { at: { [rootUrl]: () => new Response('{', { headers: { 'content-type': 'application/json' } }) } },
      'protected_resource',
      'json_invalid',
    ],
    ['a list', { prm: [] }, 'protected_resource', 'json_invalid'],
    ['no resource', { prm: { ...goodResource, resource: undefined } }, 'protected_resource', 'member_invalid'],
    [
      'a resource of another address',
      { prm: { ...goodResource, resource: 'https://hub.example/other' } },
      'protected_resource',
      'resource_mismatch',
    ],
    ['no server', { prm: { ...goodResource, authorization_servers: [] } }, 'protected_resource', 'member_missing'],
    [
      'servers of a type',
      { prm: { ...goodResource, authorization_servers: 'a' } },
      'protected_resource',
      'member_invalid',
    ],
    [
      'tokens only in the query',
      { prm: { ...goodResource, bearer_methods_supported: ['query'] } },
      'protected_resource',
      'bearer_method_unsupported',
    ],
    [
      'a server without TLS',
      { prm: { ...goodResource, authorization_servers: ['http://hub.example'] } },
      'authorization_server',
      'url_insecure',
    ],
    [
      'another issuer',
      { as: { ...goodServer, issuer: 'https://hub.example/' } },
      'authorization_server',
      'issuer_mismatch',
    ],
    [
      'no response types',
      { as: { ...goodServer, response_types_supported: undefined } },
      'authorization_server',
      'member_missing',
    ],
    [
      'grants that need a browser without its endpoint',
      { as: { ...goodServer, grant_types_supported: undefined } },
      'authorization_server',
      'member_missing',
    ],
    [
      'a token endpoint without TLS',
      { as: { ...goodServer, token_endpoint: 'http://hub.example/oauth/token' } },
      'authorization_server',
      'url_insecure',
    ],
    [
      'a server that does not know the resource',
      { as: { ...goodServer, protected_resources: ['https://other.example'] } },
      'authorization_server',
      'resource_unknown',
    ],
    ['a server that is not there', { at: { [serverUrl]: html } }, 'authorization_server', 'media_type_unexpected'],
  ])('stops at %s', async (_name, pages, step, code) => {
    const error = await discoverAmong(pages).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(DiscoveryError)
    expect(error).toMatchObject({ step, code })
  })

  it('reports each step when it is done, with the rules it keeps, and the broken one in the error', async () => {
    const told: { step: string; sources: string[]; warnings: readonly string[] }[] = []
    const onStep: DiscoverOptions['onStep'] = ({ step, rules, warnings }) =>
      void told.push({ step, sources: rules.map(({ source }) => source), warnings })
    const as = { ...goodServer, protected_resources: ['https://other.example'] }
    const error = await discoverAmong({ as }, { onStep }).catch((caught: unknown) => caught)
    expect(told).toEqual([
      {
        step: 'challenge',
        sources: ['RFC 6750 section 5.3', 'RFC 9110 section 15.5.2', 'RFC 9728 section 5.1'],
        warnings: [],
      },
      {
        step: 'protected_resource',
        sources: [
          'RFC 9728 section 7.1',
          'RFC 9728 section 3.2',
          'RFC 9728 section 1.2',
          'RFC 9728 section 3.3',
          'RFC 9728 section 3.3',
          'RFC 9728 section 2',
          'RFC 9728 section 2',
        ],
        warnings: [expect.stringContaining('but is not identical')],
      },
    ])
    expect(error).toMatchObject({
      message: `Discovery stopped at authorization_server (${serverUrl}): protected_resources does not contain "https://hub.example" (RFC 9728 section 4)`,
      detail: 'protected_resources does not contain "https://hub.example"',
      rule: { source: 'RFC 9728 section 4' },
    })
  })

  it('accepts an exact resource without a warning, and an issuer with a path', async () => {
    const exactUrl = `${rootUrl}/api/integration/verify`
    const issuer = 'https://login.example/tenant'
    const found = await discoverAmong({
      challenge: `ApiKey realm="a", Bearer resource_metadata="${exactUrl}"`,
      at: {
        [exactUrl]: () => Response.json({ ...goodResource, resource: asked, authorization_servers: [issuer] }),
        'https://login.example/.well-known/oauth-authorization-server/tenant': () =>
          Response.json({ ...goodServer, issuer }),
      },
    })
    expect(found).toMatchObject({ warnings: [], server: { issuer } })
  })

  it('warns of what is wrong without being in the way', async () => {
    const prm = { ...goodResource, scopes_supported: [], signed_metadata: 'x' }
    const found = await discoverAmong({ prm, as: { ...goodServer, token_endpoint: undefined } })
    expect(found.warnings.slice(1)).toEqual([
      'scopes_supported is empty and should be omitted',
      'signed_metadata is not verified',
      'token_endpoint is missing: this server issues no tokens',
    ])
  })

  it('fails when the caller trusts none of the servers', async () => {
    await expect(discoverAmong({}, { selectIssuer: () => undefined })).rejects.toMatchObject({
      code: 'issuer_untrusted',
    })
  })
})
