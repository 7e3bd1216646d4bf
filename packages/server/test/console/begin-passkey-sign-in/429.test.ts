import { describe, expect, it } from 'vitest'
import { sharedLimitedHub } from '../../harness/limited-hub.ts'

describe('beginPasskeySignIn 429', () => {
  it('refuses the 61st request of a network in a minute', async () => {
    const { visitorAt } = await sharedLimitedHub()
    const visitor = await visitorAt('203.0.113.10', 59)
    const ask = () => visitor.ask('POST', '/console/api/sign-in/passkey/begin')
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
  })
})
