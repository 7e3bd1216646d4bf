import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../harness/hub.ts'

const token = 'a'.repeat(32)

describe('getFeed 400 and 401', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
  })

  it('refuses a cursor it did not make', async () => {
    const { status, body } = await hub.json('GET', '/api/integration/feed?cursor=AAAAAAAAAAAAAAAAAAAA', {
      bearer: token,
    })
    expect([status, body.error]).toEqual([400, 'cursor_invalid'])
  })

  it.each(['limit=0', 'limit=1001', 'since=2026-01-01'])('refuses %s', async (query) => {
    const { status, body } = await hub.json('GET', `/api/integration/feed?${query}`, { bearer: token })
    expect([status, body.error]).toEqual([400, 'invalid_parameter'])
  })

  it('needs an integration token', async () => {
    const { status, headers } = await hub.json('GET', '/api/integration/feed')
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('resource_metadata=')
  })
})
