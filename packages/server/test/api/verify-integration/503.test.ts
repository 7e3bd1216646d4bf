import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('verifyIntegration 503', () => {
  it('says that the hub has no token configured when a token is presented', async () => {
    const hub = await sharedHub()
    for (const bearer of ['a'.repeat(32), 'undefined', '']) {
      const answer = await hub.json('GET', '/api/integration/verify', { bearer })
      expect(answer.body).toMatchObject({ status: 503, error: 'integration_not_configured' })
      expect(answer.body.detail).toContain('SPINDLE_INTEGRATION_TOKENS')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('treats empty settings as absent', async () => {
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: ' \n,\n# none\n' } })
    const answer = await hub.json('GET', '/api/integration/verify', { bearer: '' })
    expect(answer.status).toBe(503)
  })
})
