import { describe, expect, it } from 'vitest'
import { sharedLimitedHub } from '../../harness/limited-hub.ts'
import { openBrowser } from '../../harness/people.ts'

describe('readLink 429', () => {
  it('answers sixty requests of a network in a minute, and no more; facts about the hub stay available', async () => {
    const { hub, visitorAt } = await sharedLimitedHub()
    const visitor = await visitorAt('203.0.113.6', 59)
    const read = () => visitor.ask('POST', '/console/api/links/read', { token: 'made up' })
    expect((await read()).body.error).toBe('link_invalid')
    const refused = await read()
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'rate_limited', detail: 'More than 60 requests per minute (visitors).' },
    })
    expect(refused.headers.get('retry-after')).toBe('40')
    expect((await visitor.ask('GET', '/console/api/hub')).status).toBe(200)
    expect((await openBrowser(hub).ask('GET', '/console/api/hub')).status).toBe(200)
  })
})
