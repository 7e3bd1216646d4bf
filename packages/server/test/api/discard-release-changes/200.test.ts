import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'

type Body = Awaited<ReturnType<ReleaseFixture['get']>>['body']

/** All but what tells that the release was written and checked again. */
function contentOf(release: Body) {
  const { revision: _revision, updatedAt: _updated, validation: _validation, findings: _findings, ...content } = release
  return content
}

describe('discardReleaseChanges 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all' }))
  })
  const live = async (trackCount = 2): Promise<Body> => {
    const { body } = await fixture.release({ submit: true }, trackCount)
    return fixture.until(body.id, ({ deliverySummary }) => deliverySummary.live === deliverySummary.total)
  }
  const newTrack = async () => ({ title: 'Bonus', uploadId: await fixture.audio() })

  it.each<[string, (release: Body) => unknown]>([
    ['a title', () => ({ title: 'Other' })],
    ['removed members', () => ({ label: null, genre: null, coverUploadId: null })],
    ['added members', () => ({ displayArtist: 'Bea Lind', catalogNumber: 'CAT 1', externalId: 'ext-1' })],
    ['territories', () => ({ territories: { mode: 'include', codes: ['DE'] } })],
    ['the title of a track', ({ tracks: [first, second] }) => ({ tracks: [{ ...first, title: 'Other' }, second] })],
    [
      'the order of tracks',
      ({ tracks }) => ({ tracks: [...tracks].reverse().map(({ number: _number, ...track }) => track) }),
    ],
    ['a removed track', ({ tracks: [first] }) => ({ tracks: [first] })],
  ])('restores %s', async (_, patch) => {
    const before = await live()
    expect(await fixture.patch(before.id, patch(before))).toMatchObject({ status: 200, body: { pendingRevision: 2 } })
    const answer = await fixture.act(before.id, 'discard-changes')
    expect(answer).toMatchObject({ status: 200, body: { status: 'live', revision: 3, pendingRevision: null } })
    expect(contentOf(answer.body)).toEqual(contentOf(before))
  })

  it('restores tracks that were replaced, and their identifiers stay locked', async () => {
    const before = await live()
    await fixture.patch(before.id, { tracks: [await newTrack()] })
    const { body } = await fixture.act(before.id, 'discard-changes')
    expect(body.tracks).toEqual(before.tracks)
    const [first, second] = body.tracks
    expect(await fixture.patch(before.id, { tracks: [{ ...first, isrc: 'ZZABC2699999' }, second] })).toMatchObject({
      status: 409,
      body: { error: 'field_locked', errors: [{ pointer: '/tracks/0/isrc' }] },
    })
  })

  it('records who discarded the changes, and which revision was restored', async () => {
    const { id } = await live()
    await fixture.patch(id, { title: 'Second' })
    await fixture.patch(id, { title: 'Third' })
    await fixture.act(id, 'discard-changes')
    const { body } = await fixture.events(id)
    expect(body.data[0]).toMatchObject({
      type: 'release.changes_discarded',
      revision: 4,
      from: null,
      to: null,
      actor: { type: 'key' },
      data: { restoredRevision: 1 },
    })
  })

  it('changes nothing without unsubmitted changes, however often it is repeated', async () => {
    const before = await live()
    const eventsBefore = (await fixture.events(before.id)).body
    expect(await fixture.act(before.id, 'discard-changes')).toMatchObject({ status: 200, body: before })
    expect((await fixture.events(before.id)).body).toEqual(eventsBefore)
    await fixture.patch(before.id, { title: 'Second' })
    const first = await fixture.act(before.id, 'discard-changes')
    const second = await fixture.act(before.id, 'discard-changes')
    expect(second.body).toEqual(first.body)
  })

  it('leaves nothing to submit, and later changes can be submitted', async () => {
    const { id } = await live()
    await fixture.patch(id, { title: 'Second' })
    await fixture.act(id, 'discard-changes')
    expect(await fixture.act(id, 'submit')).toMatchObject({ status: 409, body: { error: 'state_conflict' } })
    const { body: list } = await hub.json('GET', `${releasesPath}?limit=100`, { key: fixture.key })
    expect(list.data.find((item: Body) => item.id === id)).toMatchObject({ pendingRevision: null })
    const summary = await hub.json('GET', '/api/v1/distributor/summary', { key: fixture.key })
    expect(JSON.stringify(summary.body.unsentChanges ?? null)).not.toContain(id)
    expect(await fixture.patch(id, { title: 'Fourth' })).toMatchObject({ status: 200, body: { pendingRevision: 4 } })
    expect(await fixture.act(id, 'submit')).toMatchObject({ status: 200, body: { revision: 4, pendingRevision: null } })
    await fixture.patch(id, { title: 'Fifth' })
    expect((await fixture.act(id, 'discard-changes')).body).toMatchObject({ title: 'Fourth', revision: 6 })
  })

  it('ends the answer of the review about the discarded changes', async () => {
    const grace = { id: null, name: 'Grace' }
    const { hub: reviewed, fixture: label } = await openReleaseHub({
      role: 'all',
      environment: { SPINDLE_REVIEW: 'manual' },
    })
    const { body: draft } = await label.release({ submit: true })
    await reviewed.hub.releases.reviews.approveRelease(draft.id, grace)
    await label.until(draft.id, ({ status }) => status === 'live')
    await label.patch(draft.id, { title: 'Other' })
    await label.act(draft.id, 'submit')
    await reviewed.hub.releases.reviews.rejectRelease(draft.id, grace, { code: 'no', text: 'No.' })
    expect((await label.get(draft.id)).body).toMatchObject({ pendingRevision: 2, review: { decision: 'rejected' } })
    const { body } = await label.act(draft.id, 'discard-changes')
    expect(body).toMatchObject({ title: draft.title, revision: 3, pendingRevision: null, review: null })
  })
})
