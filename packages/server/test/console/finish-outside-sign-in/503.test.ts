import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { startProviderHub } from '../../harness/provider-hub.ts'

const path = '/console/api/sign-in/outside'

describe('finishOutsideSignIn 503', () => {
  it('reports that the provider does not respond, and does not accept the same answer again', async () => {
    const { provider, hub } = await startProviderHub()
    const browser = openBrowser(hub)
    const { location } = (await browser.ask('POST', `${path}/begin`, {})).body
    const answer = await provider.signIn(location, 'mia')
    provider.behave('oversized')
    const unavailable = await browser.ask('POST', path, { answer })
    expect(unavailable).toMatchObject({
      status: 503,
      body: {
        error: 'provider_unavailable',
        detail: 'Acme did not respond correctly. Try again in a moment, or sign in another way.',
      },
    })
    expect(unavailable.headers.get('retry-after')).toBe('5')
    expect(browser.cookie()).toBeUndefined()
    expect((await browser.ask('POST', path, { answer })).body.error).toBe('outside_sign_in_refused')
  })

  it('reports that the provider refuses the hub itself, and logs the code for the operator', async () => {
    const settings = { SPINDLE_SIGNIN_CLIENT_SECRET: 'another secret than the right one' }
    const { provider, hub, lines } = await startProviderHub({ settings })
    const browser = openBrowser(hub)
    const { location } = (await browser.ask('POST', `${path}/begin`, {})).body
    expect(await browser.ask('POST', path, { answer: await provider.signIn(location, 'mia') })).toMatchObject({
      status: 503,
      body: { error: 'provider_unavailable', detail: expect.stringContaining('Acme refused the request of this hub') },
    })
    expect(lines.filter((line) => line.includes('people.provider_unavailable')).join()).toContain(
      'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    )
  })
})
