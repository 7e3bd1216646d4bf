import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { sharedLimitedHub } from '../../harness/limited-hub.ts'
import { goodPassword, openBrowser, setUpOperator } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'

const path = '/console/api/sign-in/password'

describe('signInByPassword 429', () => {
  it('pauses after ten failures, longer each time', async () => {
    let nowMs = Date.now()
    const hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
    await setUpOperator(hub)
    const signIn = (email: string, password: string) => openBrowser(hub).ask('POST', path, { email, password })
    const email = 'guessed@hub.example'
    for (let failures = 0; failures < 10; failures++)
      expect((await signIn(email, 'not the right one')).body.error).toBe('sign_in_failed')
    const paused = await signIn(email, 'not the right one')
    expect(paused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(paused.headers.get('retry-after')).toBe('1')
    nowMs += 1_000
    expect((await signIn(email, 'not the right one')).body.error).toBe('sign_in_failed')
    expect((await signIn(email, 'not the right one')).headers.get('retry-after')).toBe('2')
    // Another person in the same network can still sign in.
    expect((await signIn('mia@hub.example', goodPassword)).status).toBe(200)
  })

  it('refuses the 61st request of a network in a minute, also with the right password', async () => {
    const { hub, visitorAt } = await sharedLimitedHub()
    const { email, password } = await joinNewAccount(hub, { email: 'mia@sign-in-limit.example' })
    const visitor = await visitorAt('203.0.113.3', 60)
    const refused = await visitor.ask('POST', path, { email, password })
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
  })
})
