import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountId } from '../../src/platform/ids.ts'
import { createTestAccount } from '../harness/accounts.ts'
import type { TestHub } from '../harness/hub.ts'
import { inviteMember, type TestPerson } from '../harness/people.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'

/** What a release says otherwise than outlets have, as the people of its account see it. */

const grace = { id: null, name: 'Grace' }

describe('the changes of a release', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let viewer: TestPerson
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_REVIEW: 'manual' } }))
    viewer = await inviteMember(hub, { ...fixture.account, role: 'viewer', email: 'vi@label.example' })
  })
  const changesOf = (releaseId: string, by = viewer, accountId: AccountId = fixture.account.accountId) =>
    by.ask('GET', `/console/api/accounts/${accountId}/releases/${releaseId}/changes`)

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

  it('are told to nobody of another account', async () => {
    const { body: draft } = await fixture.release()
    const { accountId } = await createTestAccount(hub, 'Other')
    const stranger = await inviteMember(hub, { accountId, role: 'owner', email: 'eve@label.example' })
    expect((await changesOf(draft.id, stranger, accountId)).body).toMatchObject({ error: 'release_not_found' })
    expect((await changesOf(draft.id, stranger)).body).toMatchObject({ error: 'not_found' })
  })
})
