import { describe, expect, it } from 'vitest'
import { sharedLimitedHub } from '../../harness/limited-hub.ts'
import { inviteToNewAccount } from '../../harness/people-hub.ts'

describe('beginFirstPasskey 429', () => {
  it('refuses the 61st request of a network in a minute', async () => {
    const { hub, visitorAt } = await sharedLimitedHub()
    const { token } = await inviteToNewAccount(hub, { email: 'tom@first-passkey-limit.example' })
    const visitor = await visitorAt('203.0.113.7', 59)
    const ask = () => visitor.ask('POST', '/console/api/links/passkey/begin', { token, name: 'Tom Sea' })
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
  })
})
