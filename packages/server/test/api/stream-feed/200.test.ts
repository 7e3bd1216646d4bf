import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountId } from '../../../src/platform/values/ids.ts'
import { createTestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { createLiveRelease, type LiveRelease, takeDown } from '../../harness/live-releases.ts'
import { tokenOfSiteA, tokenOfSiteB } from '../../harness/shared-property-hub.ts'
import { feedEventsPath, openFeedStream, openFeedStreamNow, revise, told } from '../../live/feed-events.ts'

describe('streamFeed 200', () => {
  let hub: TestHub
  let accountId: AccountId
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenOfSiteA},site-b=${tokenOfSiteB}` },
    })
    ;({ accountId } = await createTestAccount(hub))
  })
  const create = (properties: readonly string[], trackTitles = ['Intro', 'Outro']): Promise<LiveRelease> =>
    createLiveRelease(hub, { accountId, properties, trackTitles })
  const readFeed = async (cursor?: string) =>
    (
      await hub.json('GET', `/api/integration/feed${cursor === undefined ? '' : `?cursor=${cursor}`}`, {
        bearer: tokenOfSiteA,
      })
    ).body

  it('begins with its position, and reports what happens to a release from beginning to end', async () => {
    const stream = await openFeedStreamNow(hub, tokenOfSiteA)
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(stream.events).toEqual([{ id: expect.any(String), event: 'ready', data: {} }])
    const release = await create(['site-a'])
    const [intro = '', outro = ''] = release.trackIds
    const { releaseId } = release
    await stream.first(2)
    await revise(hub, accountId, release, {})
    await stream.first(3)
    await revise(hub, accountId, release, { title: 'Third', uploadId: release.uploadIds[1] })
    await stream.first(4)
    await takeDown(hub, { accountId, releaseId, property: 'site-a', trackId: intro })
    await stream.first(5)
    await takeDown(hub, { accountId, releaseId, property: 'site-a' })
    await stream.first(6)
    expect(told(stream)).toEqual([
      ['live', releaseId, [intro, outro], []],
      ['changed', releaseId, [intro, outro], []],
      ['audio', releaseId, [intro], []],
      ['changed', releaseId, [], [intro]],
      ['takedown', releaseId, [], [outro]],
    ])
    expect(stream.events[1]).toEqual({
      id: expect.any(String),
      event: 'live',
      data: {
        releaseId,
        changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        trackIds: [intro, outro],
        endedTrackIds: [],
      },
    })
  })

  it('says that a release is live again after a takedown', async () => {
    const release = await create(['site-a'], ['Intro'])
    await takeDown(hub, { accountId, releaseId: release.releaseId, property: 'site-a' })
    const stream = await openFeedStreamNow(hub, tokenOfSiteA)
    await hub.opened.database.tenant(accountId).execute(
      `update delivery_tracks set offered = '{"title":"Intro"}', upload_id = $3
                where account_id = $1 and track_id = $2`,
      [release.trackIds[0] ?? '', release.uploadIds[0] ?? ''],
    )
    await stream.first(2)
    expect(told(stream)).toEqual([['live', release.releaseId, release.trackIds, []]])
  })

  it('tells a property nothing about releases of another one', async () => {
    const [ofA, ofB] = await Promise.all([tokenOfSiteA, tokenOfSiteB].map((token) => openFeedStreamNow(hub, token)))
    if (!ofA || !ofB) throw new Error('two streams were opened')
    const first = await create(['site-a'])
    const second = await create(['site-b'])
    await takeDown(hub, { accountId, releaseId: first.releaseId, property: 'site-a' })
    await takeDown(hub, { accountId, releaseId: second.releaseId, property: 'site-b' })
    const both = await create(['site-a', 'site-b'])
    const isToldOfBoth = (stream: typeof ofA) => told(stream).some(([, id]) => id === both.releaseId)
    await expect.poll(() => [isToldOfBoth(ofA), isToldOfBoth(ofB)], { timeout: 30_000 }).toEqual([true, true])
    const idsOf = (stream: typeof ofA) => [...new Set(told(stream).map(([, id]) => id))]
    expect(idsOf(ofA)).toEqual([first.releaseId, both.releaseId])
    expect(idsOf(ofB)).toEqual([second.releaseId, both.releaseId])
  })

  it('continues after the last event, each release once and in its newest state', async () => {
    const kept = await create(['site-a'], ['Kept'])
    const stream = await openFeedStreamNow(hub, tokenOfSiteA)
    const seen = stream.events[0]?.id
    stream.close()
    const gone = await create(['site-a'], ['Gone'])
    await takeDown(hub, { accountId, releaseId: gone.releaseId, property: 'site-a' })
    await revise(hub, accountId, kept, {})
    const again = await openFeedStream(hub, tokenOfSiteA, seen)
    const [first, last] = await again.first(2)
    expect(told(again)).toEqual([
      ['takedown', gone.releaseId, [], gone.trackIds],
      ['changed', kept.releaseId, kept.trackIds, []],
    ])
    // A client that got only the first of the two gets both again.
    expect(first?.id).toBe(seen)
    const once = await openFeedStream(hub, tokenOfSiteA, first?.id)
    await once.first(2)
    expect(told(once)).toEqual(told(again))
    const after = await openFeedStream(hub, tokenOfSiteA, last?.id)
    await takeDown(hub, { accountId, releaseId: kept.releaseId, property: 'site-a' })
    await after.first(1)
    expect(told(after)).toEqual([['takedown', kept.releaseId, [], kept.trackIds]])
  })

  it('continues from a cursor of the feed, and the feed from an id of an event', async () => {
    const { page } = await readFeed()
    const release = await create(['site-a'], ['Between'])
    const stream = await openFeedStream(hub, tokenOfSiteA, page.nextCursor)
    const [event] = await stream.first(1)
    expect(told(stream)).toEqual([['live', release.releaseId, release.trackIds, []]])
    expect(await readFeed(event?.id)).toMatchObject({ data: [], reset: false })
  })

  it('gives a client that is far behind everything, in pages', async () => {
    const releases: LiveRelease[] = []
    const titles = Array.from({ length: 260 }, (_, index) => `Track ${index}`)
    const start = (await openFeedStreamNow(hub, tokenOfSiteB)).events[0]?.id
    for (let count = 0; count < 3; count++) releases.push(await create(['site-b'], titles))
    const stream = await openFeedStream(hub, tokenOfSiteB, start)
    const tracks = () => told(stream).flatMap(([, , trackIds]) => trackIds as string[])
    await expect.poll(() => tracks().length, { timeout: 60_000 }).toBe(780)
    expect(tracks()).toEqual(releases.flatMap(({ trackIds }) => trackIds))
  })

  it.each([
    ['of no form', async () => 'yesterday'],
    ['of another property', async () => (await openFeedStreamNow(hub, tokenOfSiteB)).events[0]?.id],
    [
      'of an earlier timeline',
      async () => {
        const id = (await openFeedStreamNow(hub, tokenOfSiteA)).events[0]?.id
        await hub.hub.plays.restartFeed('the database was restored')
        return id
      },
    ],
  ])('begins with reset for an id %s', async (_, findId) => {
    const stream = await openFeedStream(hub, tokenOfSiteA, await findId())
    const [reset] = await stream.first(1)
    expect(reset).toEqual({ id: expect.any(String), event: 'reset', data: {} })
    const release = await create(['site-a'], ['After'])
    await stream.first(2)
    expect(stream.events[1]).toMatchObject({ event: 'live', data: { releaseId: release.releaseId } })
  })

  it('answers HEAD without a stream, and refuses parameters that mean nothing', async () => {
    const headers = { authorization: `Bearer ${tokenOfSiteA}` }
    const head = await hub.request(feedEventsPath, { method: 'HEAD', headers })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(await hub.json('GET', `${feedEventsPath}?since=1`, { bearer: tokenOfSiteA })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  })
})
