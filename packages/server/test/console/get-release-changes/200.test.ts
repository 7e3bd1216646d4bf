import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { inviteMember, type TestPerson } from '../../harness/people.ts'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'

/** The differences between a release and what outlets have, as the people of its account see them. */

const grace = { id: null, name: 'Grace' }

describe('getReleaseChanges 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let viewer: TestPerson
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({
      role: 'all',
      environment: { SPINDLE_REVIEW: 'manual' },
      overrides: { jobPollMs: 100 },
    }))
    viewer = await inviteMember(hub, { ...fixture.account, role: 'viewer', email: 'vi@label.example' })
  })
  const changesOf = (releaseId: string) =>
    viewer.ask('GET', `/console/api/accounts/${fixture.account.accountId}/releases/${releaseId}/changes`)

  it('are those against the revision approved last, before and after they are submitted', async () => {
    const { body: draft } = await fixture.release({ submit: true }, 2)
    expect((await changesOf(draft.id)).body).toEqual({ approvedRevision: null, changes: [] })
    await hub.hub.releases.reviews.approveRelease(draft.id, grace)
    const live = await fixture.until(draft.id, ({ status }) => status === 'live')
    expect((await changesOf(draft.id)).body).toEqual({ approvedRevision: 1, changes: [] })

    const [first, second] = live.tracks
    const uploadId = await fixture.audio()
    const bonus = { title: 'Bonus', uploadId, isrc: 'ZZABC2680001', language: 'en', composition: 'original' }
    const edit = { label: 'Red Lamp', tracks: [second, { ...first, title: 'Renamed' }, bonus] }
    expect(await fixture.patch(draft.id, edit)).toMatchObject({ status: 200, body: { pendingRevision: 2 } })
    const expected = {
      approvedRevision: 1,
      changes: expect.arrayContaining([
        { pointer: '/label', before: live.label, after: 'Red Lamp' },
        { pointer: '/tracks/1/title', before: first.title, after: 'Renamed' },
        { pointer: '/tracks/2', before: null, after: expect.objectContaining({ title: 'Bonus', uploadId }) },
        { pointer: '/tracks', before: [first.id, second.id], after: [second.id, first.id] },
      ]),
    }
    const edited = await changesOf(draft.id)
    expect(edited.body).toEqual(expected)
    expect(edited.body.changes).toHaveLength(4)

    expect((await fixture.act(draft.id, 'submit')).body.review).toMatchObject({ decision: 'waiting' })
    const { changes } = await hub.hub.releases.reviews.showReview(draft.id)
    const seenByReviewer = changes.map(({ pointer, before, after }) => ({ pointer, before, after }))
    expect((await changesOf(draft.id)).body.changes).toEqual(seenByReviewer)
    await hub.hub.releases.reviews.approveRelease(draft.id, grace)
    expect((await changesOf(draft.id)).body).toEqual({ approvedRevision: 2, changes: [] })
  })
})
