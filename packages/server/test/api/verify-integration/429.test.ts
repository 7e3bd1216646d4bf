import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'

const token = 'a'.repeat(32)

describe('verifyIntegration 429', () => {
  it('limits failed tokens of one network, and never a right one', async () => {
    const hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}`, SPINDLE_RATE_LIMIT: '600/120/3' },
      overrides: { clock: { now: () => Date.parse('2026-11-20T08:00:20.000Z') } },
    })
    const ask = (bearer: string) => hub.json('GET', '/api/integration/verify', { bearer })
    for (let i = 0; i < 3; i++) expect((await ask('wrong')).status).toBe(401)
    const fourth = await ask('wrong')
    expect(fourth.body).toMatchObject({ status: 429, error: 'rate_limited' })
    expect(fourth.headers.get('retry-after')).toBe('40')
    expect(fourth.headers.get('ratelimit')).toBe('"failed-credentials";r=0;t=40')
    expect(fourth.headers.get('ratelimit-policy')).toBe('"failed-credentials";q=3;w=60')
    expect((await ask(token)).status).toBe(200)
    expect((await hub.json('GET', '/api/integration/verify')).status).toBe(401)
  })
})
