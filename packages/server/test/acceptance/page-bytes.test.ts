import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

/** Lists whose items grow with the data of a release, an outlet or a reviewer: their pages end at the byte budget. */
describe('pages of large items', () => {
  const budget = 4 * 1024 * 1024
  const bearer = 't'.repeat(40)
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ environment: { SPINDLE_INTEGRATION_TOKENS: `site=${bearer}` } }))
  })

  /** Follows the cursor to the end. */
  async function readAll(path: string, credential: object, idOf: (item: never) => string) {
    const ids: string[] = []
    let largest = 0
    let cursor: string | undefined
    do {
      const next: string = cursor === undefined ? path : `${path}&cursor=${cursor}`
      const { status, body } = await hub.json('GET', next, credential)
      expect(status).toBe(200)
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(body)))
      ids.push(...body.data.map(idOf))
      cursor = body.page.hasMore ? body.page.nextCursor : undefined
    } while (cursor !== undefined)
    return { ids, largest }
  }

  const expectCut = ({ ids, largest }: { ids: string[]; largest: number }, count: number): void => {
    expect(new Set(ids).size).toBe(count)
    expect(ids).toHaveLength(count)
    expect(largest).toBeLessThan(budget * 1.1)
    expect(largest).toBeGreaterThan(budget / 4)
  }

  it('are cut in the events of a release', async () => {
    const { body } = await fixture.release()
    await hub.opened.database.system.execute(
      `insert into release_events (account_id, id, release_id, sequence, at, type, revision, actor, data, sha256)
       select $1, 'evt_' || lpad(g::text, 26, '0'), $2, g + 1, now(), 'release.updated', 1,
              '{"type":"system","id":null,"name":null}', json_build_object('members', repeat('x', 100000)), sha256('x')
       from generate_series(1, 99) g`,
      [fixture.account.accountId, body.id],
    )
    const path = `${releasesPath}/${body.id}/events?limit=100`
    expectCut(await readAll(path, { key: fixture.key }, ({ id }: { id: string }) => id), 100)
  })

  const finding = {
    code: 'refused_by_outlet',
    rule: { id: 'refused_by_outlet', version: 1, source: 'The outlet' },
    severity: 'error',
    pointer: '/tracks/0',
    message: 'm'.repeat(900),
    fix: 'Ask the outlet.',
  }

  it('are cut in the deliveries of a release', async () => {
    const { body } = await fixture.release()
    await hub.opened.database.system.execute(
      `with made as (
         insert into deliveries (account_id, id, release_id, outlet_id, outlet_kind, status, revision, wanted_revision)
         select $1, 'dlv_' || lpad(g::text, 26, '0'), $2, 'outlet-' || g, 'sandbox', 'refused', 1, 1
         from generate_series(1, 99) g returning account_id, id)
       insert into delivery_tracks (account_id, delivery_id, track_id, position, status, finding)
       select account_id, id, 'trk_' || lpad(t::text, 26, '0'), t, 'refused', $3::jsonb
       from made, generate_series(1, 70) t`,
      [fixture.account.accountId, body.id, JSON.stringify(finding)],
    )
    const path = `${releasesPath}/${body.id}/deliveries?limit=100`
    expectCut(await readAll(path, { key: fixture.key }, ({ id }: { id: string }) => id), 99)
  })

  it('are cut in the feed, in which each track repeats the contributors of its release', async () => {
    const { releaseId } = await createLiveRelease(hub, {
      accountId: fixture.account.accountId,
      properties: ['site'],
      trackTitles: Array.from({ length: 130 }, (_, index) => `Track ${index}`),
    })
    const contributors = Array.from({ length: 200 }, () => ({ name: 'n'.repeat(200), role: 'MainArtist' }))
    await hub.opened.database.system.execute(
      `update release_revisions set document = document || $2::jsonb where release_id = $1`,
      [releaseId, JSON.stringify({ contributors })],
    )
    const path = '/api/integration/feed?limit=100'
    expectCut(await readAll(path, { bearer }, ({ trackId }: { trackId: string }) => trackId), 130)
  })
})
