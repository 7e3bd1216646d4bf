import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { createLiveRelease, type LiveRelease } from '../../harness/live-releases.ts'

const token = 'a'.repeat(32)

describe('a feed after its database went back in time', () => {
  let hub: TestHub
  let release: LiveRelease
  const ask = (cursor?: string, limit = 100) =>
    hub.json('GET', `/api/integration/feed?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`, {
      bearer: token,
    })
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
    const { accountId } = await createTestAccount(hub)
    const tracks = { accountId, properties: ['site-a'], trackTitles: ['Intro', 'Outro'] }
    release = await createLiveRelease(hub, tracks)
  })

  it('answers the cursor of an older timeline with everything from the beginning, once', async () => {
    const { nextCursor: old } = (await ask()).body.page
    expect((await ask(old)).body).toMatchObject({ data: [], reset: false })
    await hub.hub.plays.restartFeed('the database was restored')
    const first = (await ask(old, 1)).body
    expect(first).toMatchObject({ data: [{ trackId: release.trackIds[0] }], reset: true, page: { hasMore: true } })
    const second = (await ask(first.page.nextCursor, 1)).body
    expect(second).toMatchObject({ data: [{ trackId: release.trackIds[1] }], reset: false })
    expect((await ask(second.page.nextCursor)).body).toMatchObject({ data: [], reset: false })
  })

  it('answers a cursor that is ahead of every position with everything from the beginning', async () => {
    const { nextCursor: ahead } = (await ask()).body.page
    await hub.opened.database.system.execute(`select setval('feed_positions', 1)`)
    const { body } = await ask(ahead)
    expect(body).toMatchObject({ reset: true })
    expect(body.data.map(({ trackId }: { trackId: string }) => trackId)).toEqual(release.trackIds)
  })
})
