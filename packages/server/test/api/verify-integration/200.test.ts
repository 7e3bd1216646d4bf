import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../harness/hub.ts'

const tokenA = 'a'.repeat(32)
const tokenB = 'b'.repeat(40)

describe('verifyIntegration 200', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenA}\nsite-b=${tokenB}` },
    })
  })

  it('answers exactly the four members for each property', async () => {
    const first = await hub.json('GET', '/api/integration/verify', { bearer: tokenA })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ ok: true, service: 'spindle', integration: 'distribution', property: 'site-a' })
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(first.headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
    const second = await hub.json('GET', '/api/integration/verify', { bearer: tokenB })
    expect(second.body.property).toBe('site-b')
  })

  it('takes the scheme name in any case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'BeArEr']) {
      const response = await hub.request('/api/integration/verify', {
        headers: { authorization: `${scheme} ${tokenA}` },
      })
      expect(response.status).toBe(200)
    }
  })

  it('answers HEAD like GET without the body', async () => {
    const response = await hub.request('/api/integration/verify', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${tokenA}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('80')
    expect(await response.text()).toBe('')
  })
})
