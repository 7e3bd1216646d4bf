import { describe, expect, it } from 'vitest'
import { sharedLimitedHub } from '../../harness/limited-hub.ts'
import { sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/sign-in/outside'

describe('finishOutsideSignIn 429', () => {
  it('refuses the 61st request of a network in a minute, and does not ask the provider', async () => {
    const { provider } = await sharedPeopleHub()
    const { visitorAt } = await sharedLimitedHub()
    const visitor = await visitorAt('203.0.113.14', 59)
    const { location } = (await visitor.ask('POST', `${path}/begin`, {})).body
    const answer = await provider.signIn(location, 'limit-mia')
    provider.asked.clear()
    const refused = await visitor.ask('POST', path, { answer })
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(provider.asked.size).toBe(0)
  })
})
