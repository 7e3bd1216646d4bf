import { describe, expect, it } from 'vitest'
import { sharedLimitedHub } from '../../harness/limited-hub.ts'
import { signInLinkFor, tokenOf } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'

const path = '/console/api/sign-in/link'

describe('signInByLink 429', () => {
  it('refuses the 61st request of a network in a minute, and leaves the link to another network', async () => {
    const { hub, visitorAt } = await sharedLimitedHub()
    const { email } = await joinNewAccount(hub, { email: 'mia@link-limit.example' })
    const token = tokenOf(await signInLinkFor(hub, email))
    const visitor = await visitorAt('203.0.113.4', 59)
    expect((await visitor.ask('POST', path, { token: 'made up' })).status).toBe(410)
    const refused = await visitor.ask('POST', path, { token })
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
    expect((await (await visitorAt('203.0.113.5', 0)).ask('POST', path, { token })).status).toBe(200)
  })
})
