import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { sharedPropertyHub } from '../harness/shared-property-hub.ts'

let hub: TestHub
let text: string
beforeAll(async () => {
  hub = await sharedPropertyHub()
  text = (await hub.json('GET', '/auth.md')).body
})

describe('auth.md', () => {
  it('has its sections in order', () => {
    expect(text.match(/^#{1,2} .+$/gm)).toEqual([
      '# auth.md',
      '## Discover',
      '## Pick a method',
      '## Register',
      '## Claim',
      '## Use the credential',
      '## Errors',
      '## Revocation',
    ])
  })

  it('is at most 120 lines long', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })

  it('shows the metadata exactly as served', async () => {
    const blocks = [...text.matchAll(/```json\n([\s\S]+?)\n```/g)].map(([, json]) => JSON.parse(json ?? ''))
    expect(blocks).toEqual([
      (await hub.json('GET', '/.well-known/oauth-protected-resource')).body,
      (await hub.json('GET', '/.well-known/oauth-authorization-server')).body,
    ])
  })

  it('shows the challenge, the refusal and the result exactly as they are answered', async () => {
    const challenged = await hub.json('GET', '/api/integration/verify')
    expect(text).toContain(`WWW-Authenticate: ${challenged.headers.get('www-authenticate')}`)
    const refusal = await hub.json('POST', '/api/agent/auth')
    expect(text).toContain(JSON.stringify(refusal.body))
    const result = await hub.json('GET', '/api/integration/verify', { bearer: 'a'.repeat(32) })
    expect(text).toContain(JSON.stringify({ ...result.body, property: '<property_id>' }))
  })

  it('lists every code that verification and registration answer, with its status', async () => {
    const rows = new Map(
      [...text.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [code, Number(status)]),
    )
    expect(Object.fromEntries(rows)).toEqual({
      credentials_missing: 401,
      invalid_token: 401,
      api_key_invalid: 401,
      invalid_request: 400,
      permission_missing: 403,
      insufficient_scope: 403,
      not_implemented: 501,
      integration_not_configured: 503,
      issuer_unavailable: 503,
      rate_limited: 429,
      headers_too_large: 431,
      internal_error: 500,
      overloaded: 503,
      shutting_down: 503,
      database_unavailable: 503,
      host_not_allowed: 403,
      origin_not_allowed: 403,
    })
    for (const code of rows.keys()) expect((await hub.request(`/docs/errors/${code}`)).status).toBe(200)
  })

  it('names no address of another host', () => {
    const hosts = new Set([...text.matchAll(/https?:\/\/([^/\s"`<>]+)/g)].map(([, host]) => host))
    expect([...hosts]).toEqual([new URL(hub.url).host])
  })

  it('gives a token request that works', async () => {
    const account = await hub.hub.accounts.createAccount('Harbour')
    const client = await hub.hub.accounts.createClient(account.id, 'importer')
    const request = /```http\nPOST (\/oauth\/token) HTTP\/1\.1[\s\S]+?Content-Type: (.+)\n\n(.+)\n```/.exec(text)
    const response = await fetch(hub.url + request?.[1], {
      method: 'POST',
      headers: {
        'content-type': request?.[2] ?? '',
        authorization: `Basic ${Buffer.from(`${client?.clientId}:${client?.clientSecret}`).toString('base64')}`,
      },
      body: request?.[3] ?? '',
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ token_type: 'Bearer', scope: 'keys:write' })
  })
})
