import { beforeAll, describe, expect, it } from 'vitest'
import { type ReviewHub, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('approveReview 409', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })
  const refused = { status: 409, body: { error: 'state_conflict' } }
  const decide = (id: string, revision = 1) => reviews.decide(id, 'approve', { revision })

  it('refuses another revision than the one that was looked at, and the release still waits', async () => {
    const { id } = await reviews.submitUpdate()
    const before = (await reviews.fixture.get(id)).body
    expect(await decide(id, 1)).toMatchObject({
      ...refused,
      body: { error: 'state_conflict', detail: 'The release is now at revision 2.' },
    })
    expect((await reviews.fixture.get(id)).body).toEqual(before)
    expect((await reviews.review(id)).body.isWaiting).toBe(true)
  })

  it('refuses a release that was never handed in, and one that its account took back', async () => {
    const { body: draft } = await reviews.fixture.release()
    expect(await decide(draft.id)).toMatchObject(refused)
    expect((await reviews.fixture.get(draft.id)).body).toMatchObject({ status: 'draft', review: null })
    const { id } = await reviews.submit()
    await reviews.fixture.act(id, 'withdraw')
    expect(await decide(id)).toMatchObject(refused)
  })

  it('refuses a second decision', async () => {
    const { id } = await reviews.submit()
    await reviews.decide(id, 'reject', { revision: 1, code: 'rights_conflict', reason: 'It belongs to others.' })
    const before = (await reviews.fixture.get(id)).body
    expect(before.status).toBe('rejected')
    expect(await decide(id)).toMatchObject(refused)
    expect((await reviews.fixture.get(id)).body).toEqual(before)
  })

  it('refuses a replacement of audio whose release date has come since', async () => {
    const { hub, fixture } = reviews
    const first = await reviews.submit({ releaseDate: '2999-01-01' })
    await decide(first.id)
    const tracks = [{ ...first.tracks[0], durationMs: null, uploadId: await fixture.audio() }]
    await fixture.patch(first.id, { tracks, audioChangeReason: 'The wrong mix was sent' })
    expect((await fixture.act(first.id, 'submit')).body.review.decision).toBe('waiting')
    await hub.opened.database.system.execute(
      `update release_revisions set available_at = now() - interval '1 day' where release_id = $1`,
      [first.id],
    )
    expect(await decide(first.id, 2)).toMatchObject({ status: 409, body: { error: 'field_locked' } })
  })
})
