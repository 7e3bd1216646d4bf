import { describe, expect, it } from 'vitest'
import type { Behaviour } from '../../harness/outside-provider.ts'
import { goodPassword, openBrowser } from '../../harness/people.ts'
import { startProviderHub } from '../../harness/provider-hub.ts'

const path = '/console/api/sign-in/outside/begin'

describe('beginOutsideSignIn 503', () => {
  const failures: readonly (readonly [Behaviour, number | undefined])[] = [
    ['down', undefined],
    ['oversized', undefined],
    ['other issuer', undefined],
    ['silent', 300],
    ['in pieces', 300],
  ]
  it.each(failures)(
    'says that the provider is %s, and keeps other ways of signing in',
    async (behaviour, timeoutMs) => {
      const { hub, operator } = await startProviderHub({ behaviour, timeoutMs })
      const answer = await openBrowser(hub).ask('POST', path, {})
      expect(answer).toMatchObject({
        status: 503,
        body: {
          error: 'provider_unavailable',
          detail: 'Acme did not respond correctly. Try again in a moment, or sign in another way.',
        },
      })
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.get('set-cookie')).toBeNull()
      const credentials = { email: operator.email, password: goodPassword }
      expect((await openBrowser(hub).ask('POST', '/console/api/sign-in/password', credentials)).status).toBe(200)
    },
  )

  it('asks the provider again once it is back, and no earlier than a person does', async () => {
    const { hub, provider } = await startProviderHub({ behaviour: 'down' })
    await openBrowser(hub).ask('GET', '/console/api/hub')
    expect(provider.asked.size).toBe(0)
    expect((await openBrowser(hub).ask('POST', path, {})).status).toBe(503)
    provider.behave('normal')
    provider.asked.clear()
    const begin = async () => (await openBrowser(hub).ask('POST', path, {})).status
    expect(await Promise.all([begin(), begin()])).toEqual([200, 200])
    expect(provider.asked.get('/.well-known/openid-configuration')).toBe(1)
  })
})
