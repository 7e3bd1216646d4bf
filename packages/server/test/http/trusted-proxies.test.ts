import { describe, expect, it } from 'vitest'
import { startTestHub } from '../harness/hub.ts'

/** Two clients behind one proxy: the one that fails repeatedly is refused, the other is not. */

const startedAt = Date.now()

const askFrom = (client: string) => ({ 'x-forwarded-for': `198.51.100.1, ${client}` })

const ways = {
  verify: ['GET', '/api/integration/verify', { authorization: `Bearer ${'x'.repeat(40)}` }],
  api: ['GET', '/api/v1/music-distributor/releases', { 'x-api-key': 'sk_wrong' }],
} as const

async function statusesOf(trustedProxies: string | undefined, way: keyof typeof ways): Promise<number[]> {
  const hub = await startTestHub({
    role: 'api',
    // The minute never ends.
    overrides: { clock: { now: () => startedAt } },
    environment: {
      SPINDLE_RATE_LIMIT: '600/120/3',
      SPINDLE_INTEGRATION_TOKENS: `site=${'t'.repeat(40)}`,
      ...(trustedProxies === undefined ? {} : { SPINDLE_TRUSTED_PROXIES: trustedProxies }),
    },
  })
  const [method, path, credentials] = ways[way]
  const statuses: number[] = []
  for (const client of ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8'])
    statuses.push((await hub.json(method, path, { headers: { ...credentials, ...askFrom(client) } })).status)
  return statuses
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])('%s', (way) => {
  it('counts clients behind a proxy that the operator trusts', async () => {
    expect(await statusesOf('127.0.0.0/8', way)).toEqual([401, 401, 401, 429, 401])
  })

  it('trusts no other address', async () => {
    expect(await statusesOf('10.0.0.0/8', way)).toEqual([401, 401, 401, 429, 429])
    expect(await statusesOf(undefined, way)).toEqual([401, 401, 401, 429, 429])
  })
})
