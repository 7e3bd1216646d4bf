import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startTestHub } from '../../harness/hub.ts'

describe('getTrackAudio 401', () => {
  it('takes integration tokens only', async () => {
    const hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` },
    })
    const path = '/api/integration/tracks/trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB/audio'
    const account = await createTestAccount(hub)
    const none = await hub.json('GET', path)
    expect([none.status, none.body.error]).toEqual([401, 'credentials_missing'])
    const wrong = await hub.json('GET', path, { bearer: 'b'.repeat(32) })
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_token'])
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
    const key = await hub.json('GET', path, { key: await account.key() })
    expect([key.status, key.body.error]).toEqual([401, 'credentials_missing'])
  })
})
