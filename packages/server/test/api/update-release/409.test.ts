import { beforeAll, describe, expect, it } from 'vitest'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'
import { sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('updateRelease 409', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_SANDBOX_OUTLET: 'on' } }))
  })

  it('locks the members by which outlets identify a release, naming each field', async () => {
    const { body: draft } = await fixture.release({}, 2)
    await fixture.act(draft.id, 'submit')
    const [first, second] = draft.tracks
    const answer = await fixture.patch(draft.id, {
      upc: '0200000099995',
      label: 'Free to change',
      tracks: [
        { ...first, isrc: 'ZZABC2699999' },
        { ...second, uploadId: await fixture.audio() },
      ],
    })
    expect(answer).toMatchObject({ status: 409, body: { error: 'field_locked' } })
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/upc',
      '/tracks/0/isrc',
      '/tracks/1/uploadId',
    ])
    expect((await fixture.get(draft.id)).body).toMatchObject({ label: 'Blue Lamp', revision: 1, pendingRevision: null })
    const removed = await fixture.patch(draft.id, { upc: null })
    expect(removed).toMatchObject({ status: 409, body: { error: 'field_locked' } })
    const sameInOtherWords = await fixture.patch(draft.id, { upc: `0${draft.upc}`, tracks: [first] })
    expect(sameInOtherWords).toMatchObject({ status: 200, body: { revision: 2, pendingRevision: 2 } })
  })

  it('names the state of the release, and what it allows', async () => {
    const reviewed = await sharedReviewHub()
    const { body } = await reviewed.fixture.release({ submit: true })
    expect(await reviewed.fixture.patch(body.id, { title: 'Too late' })).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', state: 'submitted', allowed: ['withdraw'] },
    })
  })

  it('answers 409 when another release has the externalId', async () => {
    await fixture.release({ externalId: 'taken' })
    const { body } = await fixture.release()
    expect(await fixture.patch(body.id, { externalId: 'taken' })).toMatchObject({
      status: 409,
      body: { error: 'external_id_taken', errors: [{ pointer: '/externalId' }] },
    })
  })
})
