import { describe, expect, it } from 'vitest'
import { sharedLimitedHub } from '../../harness/limited-hub.ts'
import { joinByPasskey } from '../../harness/people-hub.ts'

const path = '/console/api/sign-in/passkey'

describe('finishPasskeySignIn 429', () => {
  it('refuses the 61st request of a network in a minute, and leaves the answer to another network', async () => {
    const { hub, visitorAt } = await sharedLimitedHub()
    const { authenticator } = await joinByPasskey(hub, 'mia@passkey-limit.example')
    const visitor = await visitorAt('203.0.113.11', 59)
    const { publicKey } = (await visitor.ask('POST', `${path}/begin`)).body
    const credential = authenticator.get(publicKey)
    const refused = await visitor.ask('POST', path, { credential })
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
    const elsewhere = await visitorAt('203.0.113.12', 0)
    expect((await elsewhere.ask('POST', path, { credential })).status).toBe(200)
  })
})
