import { describe, expect, it } from 'vitest'
import { openReleaseHub } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/music-distributor/outlets'

describe('listOutlets 200', () => {
  it('includes the sandbox if the operator enabled it', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const { status, body } = await hub.json('GET', path, { key: fixture.key })
    expect(status).toBe(200)
    expect(body).toEqual({ data: [{ id: 'sandbox', name: 'Sandbox', kind: 'sandbox' }] })
  })

  it('answers each property that has a token, to keys of any permission', async () => {
    const tokens = `site-a=${'a'.repeat(32)},site-b=${'b'.repeat(32)}`
    const { hub, fixture } = await openReleaseHub({
      environment: { SPINDLE_SANDBOX_OUTLET: 'off', SPINDLE_INTEGRATION_TOKENS: tokens },
    })
    const { body } = await hub.json('GET', path, { key: await fixture.account.key(['analytics:read']) })
    expect(body).toEqual({
      data: [
        { id: 'site-a', name: 'site-a', kind: 'property' },
        { id: 'site-b', name: 'site-b', kind: 'property' },
      ],
    })
  })
})
