import { describe, expect, it } from 'vitest'
import { startProviderHub } from '../../harness/provider-hub.ts'

const path = '/console/api/me/identities'

describe('addIdentity 503', () => {
  it('reports that the provider does not respond, and connects nothing', async () => {
    const { provider, operator } = await startProviderHub()
    const { location } = (await operator.ask('POST', `${path}/begin`)).body
    const answer = await provider.signIn(location, 'mia')
    provider.behave('down')
    const unavailable = await operator.ask('POST', path, { answer })
    expect(unavailable).toMatchObject({
      status: 503,
      body: {
        error: 'provider_unavailable',
        detail: 'Acme did not respond correctly. Try again in a moment, or sign in another way.',
      },
    })
    expect(unavailable.headers.get('retry-after')).toBe('5')
    expect((await operator.ask('GET', path)).body.data).toEqual([])
  })
})
