import { describe, expect, it } from 'vitest'
import { sharedLimitedHub } from '../../harness/limited-hub.ts'
import { goodPassword } from '../../harness/people.ts'
import { inviteToNewAccount } from '../../harness/people-hub.ts'

const path = '/console/api/sign-up'

describe('signUpByInvitation 429', () => {
  it('refuses the 61st request of a network in a minute, and leaves the invitation to another network', async () => {
    const { hub, visitorAt } = await sharedLimitedHub()
    const { token } = await inviteToNewAccount(hub, { email: 'tom@sign-up-limit.example' })
    const person = { name: 'Tom Sea', password: goodPassword }
    const visitor = await visitorAt('203.0.113.8', 59)
    expect((await visitor.ask('POST', path, { ...person, token: 'made up' })).status).toBe(410)
    const refused = await visitor.ask('POST', path, { ...person, token })
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
    const elsewhere = await visitorAt('203.0.113.9', 0)
    expect((await elsewhere.ask('POST', path, { ...person, token })).status).toBe(200)
  })
})
