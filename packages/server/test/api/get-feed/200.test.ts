import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { createLiveRelease, type LiveRelease, takeDown } from '../../harness/live-releases.ts'

const tokenA = 'a'.repeat(32)
const tokenB = 'b'.repeat(32)
const path = '/api/integration/feed'

describe('getFeed 200', () => {
  let hub: TestHub
  let account: TestAccount
  let night: LiveRelease
  const ask = (query = '', bearer = tokenA) => hub.json('GET', `${path}?${query}`, { bearer })
  const idsOf = (body: { data: { trackId: string }[] }) => body.data.map(({ trackId }) => trackId)

  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenA},site-b=${tokenB}` },
    })
    account = await createTestAccount(hub)
    night = await createLiveRelease(hub, {
      accountId: account.accountId,
      properties: ['site-a'],
      trackTitles: ['Intro', 'Outro'],
      isrcs: ['ZZABC2600001'],
      gtin14: '00200000000011',
      container: 'wav',
    })
  })

  it('lists what a property may play, and the address of the audio', async () => {
    const { status, body } = await ask()
    expect(status).toBe(200)
    const { changedAt, ...first } = body.data[0]
    expect(changedAt).toMatch(/Z$/)
    expect(first).toEqual({
      trackId: night.trackIds[0],
      deleted: false,
      title: 'Intro',
      version: null,
      displayArtist: 'Ada',
      contributors: [],
      isrc: 'ZZABC2600001',
      explicit: null,
      disc: 1,
      number: 1,
      durationMs: 180_000,
      territories: { mode: 'worldwide' },
      release: {
        id: night.releaseId,
        title: 'Night Drive',
        type: 'ep',
        displayArtist: 'Ada',
        label: 'Test Records',
        upc: '200000000011',
        releaseDate: '2026-01-01',
        trackCount: 2,
      },
      audio: {
        url: `${hub.url}/api/integration/tracks/${night.trackIds[0]}/audio`,
        contentType: 'audio/wav',
        size: 5,
        sha256: '6ed8919ce20490a5e3ad8630a4fab69475297abd07db73918dd5f36fcfaeb11b',
        integratedLufs: null,
        truePeakDbtp: null,
      },
    })
    expect(body.data[1]).toMatchObject({ trackId: night.trackIds[1], title: 'Outro', number: 2, isrc: null })
    expect(body.page).toEqual({ limit: 100, nextCursor: expect.any(String), hasMore: false })
  })

  it('gives each property a separate feed and separate cursors', async () => {
    const { body } = await ask('', tokenB)
    expect(body.data).toEqual([])
    const cursorOfA = (await ask()).body.page.nextCursor
    expect((await ask(`cursor=${cursorOfA}`, tokenB)).status).toBe(400)
  })

  it('pages, and continues from its cursor when something changes', async () => {
    const first = await ask('limit=1')
    expect(first.body.page.hasMore).toBe(true)
    const second = await ask(`limit=1&cursor=${first.body.page.nextCursor}`)
    expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual(night.trackIds)
    const end = await ask(`cursor=${second.body.page.nextCursor}`)
    expect(end.body.data).toEqual([])
    expect(end.body.page.hasMore).toBe(false)

    const added = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'], title: 'New' })
    await takeDown(hub, {
      accountId: account.accountId,
      releaseId: night.releaseId,
      property: 'site-a',
      trackId: night.trackIds[0] ?? '',
    })
    const later = await ask(`cursor=${end.body.page.nextCursor}`)
    expect(later.body.data).toMatchObject([
      { trackId: added.trackIds[0], deleted: false, release: { title: 'New' } },
      { trackId: night.trackIds[0], deleted: true, releaseId: night.releaseId },
    ])
    expect(Object.keys(later.body.data[1]).sort()).toEqual(['changedAt', 'deleted', 'releaseId', 'trackId'])
    expect((await ask(`cursor=${later.body.page.nextCursor}`)).body.data).toEqual([])
  })

  it('shows the live revision, and lists the release again when another one goes live', async () => {
    const release = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-b'], title: 'Old' })
    const database = hub.opened.database
    const { body } = await ask('', tokenB)
    const tenant = database.tenant(account.accountId)
    await tenant.execute(`update releases set title = 'Edited' where account_id = $1 and id = $2`, [release.releaseId])
    expect((await ask('', tokenB)).body.data[0].release.title).toBe('Old')
    await tenant.execute(
      `insert into release_revisions (account_id, release_id, revision, document, tracks, sha256)
       select account_id, release_id, 2, document || '{"title":"Second"}', tracks, sha256 from release_revisions
       where account_id = $1 and release_id = $2`,
      [release.releaseId],
    )
    await tenant.execute(`update deliveries set live_revision = 2 where account_id = $1 and release_id = $2`, [
      release.releaseId,
    ])
    const changed = await ask(`cursor=${body.page.nextCursor}`, tokenB)
    expect(changed.body.data).toMatchObject([{ trackId: release.trackIds[0], release: { title: 'Second' } }])
  })

  it('loses nothing to writers that commit late, however they overlap', async () => {
    const property = 'site-b'
    let cursor: string = (await ask('', tokenB)).body.page.nextCursor
    const seen = new Map<string, boolean>()
    let isWriting = true
    const follow = async () => {
      for (;;) {
        const mayBeMore = isWriting
        const { body } = await ask(`limit=3&cursor=${cursor}`, tokenB)
        for (const { trackId, deleted } of body.data) seen.set(trackId, deleted)
        cursor = body.page.nextCursor
        if (!body.page.hasMore && !mayBeMore) return
      }
    }
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      const releases: LiveRelease[] = []
      for (let index = 0; index < 5; index++) {
        const release = await createLiveRelease(hub, {
          accountId: account.accountId,
          properties: [property],
          trackTitles: ['One', 'Two'],
        })
        releases.push(release)
        if (index % 2 === writer % 2)
          await takeDown(hub, { accountId: account.accountId, releaseId: release.releaseId, property })
      }
      return releases
    })
    const following = follow()
    const releases = (await Promise.all(writers)).flat()
    isWriting = false
    await following
    const rows = await hub.opened.database.system.rows<{ id: string; deleted: boolean }>(
      `select track_id as id, live_until is not null as deleted from feed_entries where property = $1
         and track_id = any ($2::text[])`,
      [property, releases.flatMap(({ trackIds }) => trackIds)],
    )
    expect(rows).toHaveLength(60)
    expect(rows.filter(({ deleted }) => deleted).length).toBeGreaterThan(10)
    for (const { id, deleted } of rows) expect([id, seen.get(id)]).toEqual([id, deleted])
  })
})
