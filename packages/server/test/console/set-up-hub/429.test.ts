import { describe, expect, it } from 'vitest'
import { sharedLimitedHub } from '../../harness/limited-hub.ts'
import { goodPassword, tokenOf } from '../../harness/people.ts'

describe('setUpHub 429', () => {
  it('refuses the 61st request of a network in a minute, and leaves the link to another network', async () => {
    const { hub, visitorAt } = await sharedLimitedHub()
    const token = tokenOf(await hub.hub.links.makeSetupLink())
    const person = { name: 'Mia Blue', email: 'mia@set-up-hub.example', password: goodPassword }
    const body = { token, ...person }
    const visitor = await visitorAt('203.0.113.1', 59)
    expect((await visitor.ask('POST', '/console/api/setup', { ...person, token: 'made up' })).status).toBe(410)
    const refused = await visitor.ask('POST', '/console/api/setup', body)
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
    const elsewhere = await visitorAt('203.0.113.2', 0)
    expect((await elsewhere.ask('POST', '/console/api/setup', body)).status).toBe(200)
  })
})
