import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'

type Release = Awaited<ReturnType<ReleaseFixture['get']>>['body']

const grace = { id: null, name: 'Grace' }

describe('changes of a reviewed release', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_REVIEW: 'manual' } }))
  })
  const live = async (): Promise<Release> => {
    const { body } = await fixture.release({ submit: true })
    await hub.hub.releases.reviews.approveRelease(body.id, grace)
    return fixture.until(body.id, ({ status }) => status === 'live')
  }
  const change = async (id: string, patch: unknown) => {
    expect(await fixture.patch(id, patch)).toMatchObject({ status: 200 })
    return fixture.act(id, 'submit')
  }
  const offered = (id: string): Promise<{ title: string }[]> =>
    hub.opened.database.system.rows(
      `select offered ->> 'title' as title from delivery_tracks t
       join deliveries d on d.account_id = t.account_id and d.id = t.delivery_id
       where d.release_id = $1 and offered is not null`,
      [id],
    )

  it.each<[string, (release: Release) => unknown]>([
    ['title', () => ({ title: 'Completely Other Album' })],
    ['display artist', () => ({ displayArtist: 'Somebody Famous' })],
    [
      'contributors',
      () => ({
        contributors: [
          { name: 'Madonna', role: 'main_artist' },
          { name: 'Madonna', role: 'composer' },
        ],
      }),
    ],
    ['label', () => ({ label: 'Warner' })],
    ['subtitle', () => ({ subtitle: 'The Other Sessions' })],
    ['catalog number', () => ({ catalogNumber: 'OTHER 1' })],
    ['first day of pre-orders', () => ({ preorderDate: '2020-01-01' })],
    [
      'deals',
      () => ({
        deals: [{ territories: { mode: 'worldwide' }, startsAt: '2020-01-01', models: ['paid'], uses: ['download'] }],
      }),
    ],
    [
      'title of a track',
      ({ tracks }) => ({ tracks: tracks.map(asInput).map((track: object) => ({ ...track, title: 'Vogue' })) }),
    ],
  ])('wait for the operator again when they change the %s', async (_, patch) => {
    const before = await live()
    const answer = await change(before.id, patch(before))
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'live', pendingRevision: 2, review: { decision: 'waiting', revision: 2 } },
    })
    const { data: waiting } = await hub.hub.releases.reviews.listReviews({ limit: 100 })
    expect(waiting).toContainEqual(expect.objectContaining({ releaseId: before.id, revision: 2, status: 'live' }))
    expect(answer.body.deliveries).toMatchObject([{ status: 'live', revision: 1 }])
  })

  it('wait for the operator when a track is replaced by a new one with other audio, and reach outlets when approved', async () => {
    const before = await live()
    const [{ id: _id, isrc: _isrc, ...track }] = before.tracks.map(asInput)
    const uploadId = await fixture.audio()
    const tracks = [{ ...track, title: 'Unseen', isrc: 'QZABC2600099', uploadId }]
    expect(await change(before.id, { tracks })).toMatchObject({ body: { review: { decision: 'waiting' } } })
    expect(await offered(before.id)).toEqual([{ title: before.tracks[0].title }])
    const shown = await hub.hub.releases.reviews.showReview(before.id)
    expect(shown.changes).toMatchObject([
      { member: 'tracks', pointer: '/tracks/0', before: null, after: { title: 'Unseen', uploadId } },
      { member: 'tracks', pointer: '/tracks/0', before: { title: before.tracks[0].title }, after: null },
    ])
    await hub.hub.releases.reviews.approveRelease(before.id, grace, 2)
    const after = await fixture.until(
      before.id,
      ({ deliveries }) => deliveries[0].revision === 2 && deliveries[0].status === 'live',
    )
    expect(after).toMatchObject({ pendingRevision: null, review: { decision: 'approved', revision: 2 } })
    expect(await offered(before.id)).toEqual([{ title: 'Unseen' }])
  })

  it('need no review when the operator lets those members change freely', async () => {
    const before = await live()
    const answer = await change(before.id, { externalId: 'my-key', metadata: { note: 'x' } })
    expect(answer.body.review).toMatchObject({ decision: 'approved', revision: 1 })
    await fixture.until(before.id, ({ deliveries }) => deliveries[0].revision === 2 && deliveries[0].status === 'live')
    expect(await change(before.id, { label: 'Warner' })).toMatchObject({ body: { review: { decision: 'waiting' } } })
  })

  it('are what was seen: an edit takes the revision out of review, and another revision is not approved', async () => {
    const before = await live()
    await change(before.id, { label: 'Second' })
    expect(await fixture.act(before.id, 'submit')).toMatchObject({ status: 409 })
    await fixture.patch(before.id, { label: 'Third' })
    expect((await fixture.get(before.id)).body.review).toBeNull()
    await expect(hub.hub.releases.reviews.approveRelease(before.id, grace)).rejects.toMatchObject({
      code: 'state_conflict',
    })
    expect(await fixture.act(before.id, 'submit')).toMatchObject({
      body: { review: { decision: 'waiting', revision: 3 } },
    })
    await expect(hub.hub.releases.reviews.approveRelease(before.id, grace, 2)).rejects.toMatchObject({
      code: 'state_conflict',
    })
  })

  it('can be withdrawn, sent back with a note, or rejected, while outlets keep what they have', async () => {
    const before = await live()
    await change(before.id, { label: 'Second' })
    expect(await fixture.act(before.id, 'withdraw')).toMatchObject({
      status: 200,
      body: { status: 'live', review: null },
    })
    await fixture.act(before.id, 'submit')
    const issues = [{ code: 'review', pointer: '/label', note: 'Whose label is it?' }]
    await hub.hub.releases.reviews.requestChanges(before.id, grace, issues)
    expect((await fixture.get(before.id)).body).toMatchObject({
      status: 'live',
      review: { decision: 'changes_requested', revision: 2, issues, note: '/label: Whose label is it?' },
    })
    await change(before.id, { label: 'Third' })
    await hub.hub.releases.reviews.rejectRelease(before.id, grace, { code: 'no', text: 'No.' })
    const { body } = await fixture.get(before.id)
    expect(body).toMatchObject({ status: 'live', review: { decision: 'rejected', note: 'No.' } })
    expect(body.deliveries).toMatchObject([{ status: 'live', revision: 1 }])
    expect(
      (await hub.hub.releases.reviews.listReviews({ limit: 100 })).data.map(({ releaseId }) => releaseId),
    ).not.toContain(before.id)
  })

  it('do not reach an outlet by a retry or a new outlet while they wait', async () => {
    const before = await live()
    await change(before.id, { label: 'Second' })
    await hub.hub.releases.reviews.takeDown(before.id, grace, { outlets: ['sandbox'], reason: 'Claim' })
    await fixture.until(before.id, ({ status }) => status === 'taken_down')
    expect(await fixture.act(before.id, 'submit')).toMatchObject({ body: { status: 'submitted' } })
  })
})

function asInput(track: Release): Release {
  const { durationMs: _durationMs, number: _number, disc: _disc, ...rest } = track
  return rest
}

describe('a takedown by the operator', () => {
  it('takes the release down with the reason in its events', async () => {
    const { hub, fixture } = await openReleaseHub({ role: 'all' })
    const { body } = await fixture.release({ submit: true })
    await fixture.until(body.id, ({ status }) => status === 'live')
    await hub.hub.releases.reviews.takeDown(body.id, grace, { outlets: undefined, reason: 'Court order 7' })
    await fixture.until(body.id, ({ status }) => status === 'taken_down')
    expect((await fixture.events(body.id)).body.data).toContainEqual(
      expect.objectContaining({
        type: 'release.takedown_requested',
        reason: 'Court order 7',
        actor: { type: 'operator', id: null, name: 'Grace' },
      }),
    )
  })
})
