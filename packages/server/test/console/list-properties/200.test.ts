import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import type { TestPerson } from '../../harness/people.ts'
import { propertyToken as bearer, startPropertyHub } from '../../harness/property-hub.ts'

describe('listProperties 200', () => {
  let hub: TestHub
  let operator: TestPerson
  beforeAll(async () => {
    ;({ hub, operator } = await startPropertyHub())
  })
  const list = async (query = '') => (await operator.ask('GET', `/console/api/operator/properties${query}`)).body

  it('shows properties that never asked, in pages', async () => {
    const nothing = { verifiedAt: null, feedReadAt: null, feedBehind: 0, playsAt: null }
    expect(await list()).toEqual({
      data: [
        { id: 'site-a', ...nothing },
        { id: 'site-b', ...nothing },
      ],
      page: { limit: 20, nextCursor: null, hasMore: false },
    })
    const first = await list('?limit=1&count=true')
    expect(first).toMatchObject({ data: [{ id: 'site-a' }], page: { hasMore: true, total: 2 } })
    const next = await list(`?limit=1&cursor=${first.page.nextCursor}`)
    expect(next).toMatchObject({ data: [{ id: 'site-b' }], page: { hasMore: false, nextCursor: null } })
  })

  it('shows when a property was verified, how far it has read its feed, and when it reported plays', async () => {
    const { accountId } = await createTestAccount(hub)
    const trackTitles = ['Intro', 'Outro']
    const { trackIds } = await createLiveRelease(hub, { accountId, properties: ['site-a', 'site-b'], trackTitles })
    const before = Date.now()
    expect((await hub.json('GET', '/api/integration/verify', { bearer })).status).toBe(200)
    expect((await list()).data).toMatchObject([
      { id: 'site-a', feedReadAt: null, feedBehind: 2 },
      { id: 'site-b', verifiedAt: null, feedBehind: 2 },
    ])
    await hub.json('GET', '/api/integration/feed', { bearer })
    const play = { id: 'one', trackId: trackIds[0], at: new Date().toISOString() }
    await hub.json('POST', '/api/integration/plays', { bearer, body: [play] })
    const [siteA, siteB] = (await list()).data
    expect(siteA).toMatchObject({ feedBehind: 0 })
    for (const at of [siteA.verifiedAt, siteA.feedReadAt, siteA.playsAt])
      expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
    expect(siteB).toEqual({ id: 'site-b', verifiedAt: null, feedReadAt: null, playsAt: null, feedBehind: 2 })
  })
})
