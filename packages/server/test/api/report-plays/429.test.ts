import { expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'

const bearer = 'a'.repeat(32)

/** The slow test uses up a limit: the hub spreads the reports of a property over the minute. */
it('reportPlays refuses more plays than a property may report in a minute, and says when to retry', async () => {
  const hub = await startTestHub({
    role: 'api',
    environment: {
      SPINDLE_INTEGRATION_TOKENS: `site-a=${bearer}`,
      SPINDLE_RATE_LIMIT: '600/120/300',
      SPINDLE_PLAYS_PER_MINUTE: '1000',
    },
    overrides: { clock: { now: () => Date.parse('2026-05-20T12:00:00Z') } },
  })
  const body = Array.from({ length: 1_001 }, (_, i) => ({
    id: `play ${i}`,
    trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    at: '2026-05-20T12:00:00Z',
  }))
  const refused = await hub.json('POST', '/api/integration/plays', { bearer, body })
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(refused.body.detail).toContain('1000')
})
