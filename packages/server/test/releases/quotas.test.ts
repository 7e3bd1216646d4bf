import { describe, expect, it } from 'vitest'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

/** One account never fills the hub for the others, and its limits are exact. */

const draft = (uploadId: string, more: object = {}) => ({
  type: 'single',
  title: 'Draft',
  tracks: [{ title: 'Song', uploadId }],
  ...more,
})

/** Half a kilobyte each. */
const notes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`note.${index}`, 'x'.repeat(490)]))

describe('quotas of releases', () => {
  it('are never passed by requests that come at the same time, and count no other account', async () => {
    const { hub, fixture } = await openReleaseHub({ environment: { SPINDLE_QUOTA_RELEASES: '7' } })
    const uploadId = await fixture.audio()
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.post(releasesPath, draft(uploadId))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
    const refused = answers.filter(({ status }) => status === 403)
    expect(refused).toHaveLength(13)
    expect(refused[0]?.body).toMatchObject({ error: 'quota_exceeded', quota: 'releases', limit: 7, used: 7 })
    const other = await createReleaseFixture(hub, 'Other')
    expect((await other.post(releasesPath, draft(await other.audio()))).status).toBe(201)
  })

  it('hold for copies and for single assets, and give room back with deleted drafts', async () => {
    const { hub, fixture } = await openReleaseHub({ environment: { SPINDLE_QUOTA_RELEASES: '1' } })
    const uploadId = await fixture.audio()
    const { body } = await fixture.post(releasesPath, draft(uploadId))
    const legacy = { type: 'MUSIC', title: 'Asset', uploadId }
    for (const answer of [
      await fixture.act(body.id, 'clone', {}),
      await fixture.post('/api/v1/distributor/releases', legacy),
    ])
      expect(answer.body).toMatchObject({ error: 'quota_exceeded', quota: 'releases' })
    await hub.json('DELETE', `${releasesPath}/${body.id}`, { key: fixture.key })
    expect((await fixture.post('/api/v1/distributor/releases', legacy)).status).toBe(201)
  })

  it('bound what metadata may weigh, as drafts and as submitted revisions', async () => {
    const { fixture } = await openReleaseHub({ environment: { SPINDLE_QUOTA_DOCUMENT_BYTES: '6000' } })
    const uploadId = await fixture.audio()
    const { body } = await fixture.post(releasesPath, draft(uploadId))
    expect((await fixture.patch(body.id, { metadata: notes(10) })).status).toBe(200)
    const again = await fixture.act(body.id, 'clone', {})
    expect(again.body).toMatchObject({ error: 'quota_exceeded', quota: 'documentBytes', limit: 6_000 })
    expect(again.body.used).toBeGreaterThan(5_000)
    const more = await fixture.patch(body.id, { metadata: notes(12) })
    expect(more.body).toMatchObject({ error: 'quota_exceeded', quota: 'documentBytes' })
    // A change that makes it smaller is never refused.
    expect((await fixture.patch(body.id, { metadata: null })).status).toBe(200)
    const release = await fixture.release({ metadata: notes(5) })
    expect(release.status).toBe(201)
    expect((await fixture.act(release.body.id, 'submit')).body).toMatchObject({
      error: 'quota_exceeded',
      quota: 'documentBytes',
    })
  })
})

describe('a disk that runs full', () => {
  async function openCrowded(): Promise<{ hub: TestHub; fixture: ReleaseFixture; disk: { free: number } }> {
    const disk = { free: 10_000 }
    let now = Date.parse('2026-06-01T00:00:00Z')
    const opened = await startTestHub({ role: 'api' })
    const blobs = { ...diskBlobs(`${opened.dataDir}/other`), freeBytes: async () => disk.free }
    const { hub, fixture } = await openReleaseHub({
      environment: { SPINDLE_DISK_RESERVE_BYTES: '1000', SPINDLE_INTEGRATION_TOKENS: `site=${'t'.repeat(40)}` },
      overrides: { blobs, clock: { now: () => (now += 10_000) } },
    })
    return { hub, fixture, disk }
  }

  it('refuses everything that grows, and still allows reading, verifying and takedowns', async () => {
    const { hub, fixture, disk } = await openCrowded()
    const live = await fixture.release()
    expect((await fixture.act(live.body.id, 'submit')).status).toBe(200)
    disk.free = 999
    const uploadId = live.body.tracks[0].uploadId
    const bearer = 't'.repeat(40)
    const refused = [
      await fixture.post(releasesPath, draft(uploadId)),
      await fixture.act(live.body.id, 'clone', {}),
      await fixture.patch(live.body.id, { label: 'Other' }),
      await fixture.post('/api/v1/distributor/releases', { type: 'MUSIC', title: 'Asset', uploadId }),
      await hub.json('POST', '/api/integration/plays', { bearer, body: [] }),
    ]
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(refused.map(() => [507, 'storage_full']))
    expect((await fixture.get(live.body.id)).status).toBe(200)
    expect((await hub.json('GET', '/api/integration/verify', { bearer })).status).toBe(200)
    const down = { reason: 'Rights', headers: { 'idempotency-key': 'down' } }
    const takedown = await fixture.post(`${releasesPath}/${live.body.id}/takedown`, { reason: 'Rights' }, down.headers)
    expect(takedown.status).toBe(202)
    // The answer was not stored: it is rendered again.
    const row = await hub.opened.database.system.row<{ bytes: number }>(
      'select max(octet_length(answer)) as bytes from idempotency_records',
    )
    expect(row?.bytes).toBeLessThan(1_000)
    const replayed = await fixture.post(`${releasesPath}/${live.body.id}/takedown`, { reason: 'Rights' }, down.headers)
    expect(replayed.status).toBe(202)
    expect(replayed.headers.get('idempotency-replayed')).toBe('true')
    expect(replayed.body.id).toBe(live.body.id)
  })

  it('takes no message of the contact page', async () => {
    const { hub, disk } = await openCrowded()
    disk.free = 0
    const answer = await hub.request('/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams({ name: 'Ada', email: 'ada@label.example', message: 'Please let me in.' }),
    })
    expect(answer.status).toBe(507)
  })
})
