import { describe, expect, it } from 'vitest'
import { startProviderHub } from '../../harness/provider-hub.ts'

describe('beginIdentity 503', () => {
  it('reports that the provider does not respond, and redirects there once it is back', async () => {
    const { provider, operator } = await startProviderHub({ behaviour: 'down' })
    const begin = () => operator.ask('POST', '/console/api/me/identities/begin')
    const answer = await begin()
    expect(answer).toMatchObject({
      status: 503,
      body: {
        error: 'provider_unavailable',
        detail: 'Acme did not respond correctly. Try again in a moment, or sign in another way.',
      },
    })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.headers.get('set-cookie')).toBeNull()
    provider.behave('normal')
    expect((await begin()).status).toBe(200)
  })
})
