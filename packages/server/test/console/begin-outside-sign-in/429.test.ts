import { describe, expect, it } from 'vitest'
import { sharedLimitedHub } from '../../harness/limited-hub.ts'

describe('beginOutsideSignIn 429', () => {
  it('refuses the 61st request of a network in a minute', async () => {
    const { visitorAt } = await sharedLimitedHub()
    const visitor = await visitorAt('203.0.113.13', 59)
    const begin = () => visitor.ask('POST', '/console/api/sign-in/outside/begin', {})
    expect((await begin()).status).toBe(200)
    const refused = await begin()
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers.get('retry-after')).toBe('40')
  })
})
