import { beforeAll, describe, expect, it } from 'vitest'
import { type ReviewHub, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('rejectReview 204', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })
  const body = { revision: 1, code: 'rights_conflict', reason: 'The recording belongs to a third party.' }

  it('rejects a new release for good with the reason; its account may only clone it', async () => {
    const { fixture } = reviews
    const { id } = await reviews.submit()
    expect(await reviews.decide(id, 'reject', body)).toMatchObject({ status: 204, body: '' })
    expect((await fixture.get(id)).body).toMatchObject({
      status: 'rejected',
      review: { decision: 'rejected', revision: 1, note: 'The recording belongs to a third party.', issues: [] },
      deliveries: [],
    })
    expect((await fixture.events(id)).body.data[0]).toMatchObject({
      type: 'release.rejected',
      actor: { type: 'operator', name: 'Mia Blue' },
      reason: 'The recording belongs to a third party.',
      data: { code: 'rights_conflict' },
    })
    expect(await fixture.act(id, 'submit')).toMatchObject({ status: 409, body: { state: 'rejected', allowed: [] } })
    expect(await fixture.act(id, 'clone')).toMatchObject({ status: 201, body: { status: 'draft' } })
  })

  it('rejects only the update of a delivered release', async () => {
    const { id } = await reviews.submitUpdate()
    expect((await reviews.decide(id, 'reject', { ...body, revision: 2 })).status).toBe(204)
    expect((await reviews.fixture.get(id)).body).toMatchObject({
      status: 'delivering',
      review: { decision: 'rejected', revision: 2 },
      deliveries: [{ status: 'queued', revision: 1 }],
    })
    expect((await reviews.review(id)).body).toMatchObject({ isWaiting: false, approvedRevision: 1 })
  })

  it('needs a code and a reason', async () => {
    const { id } = await reviews.submit()
    for (const refused of [
      { revision: 1 },
      { revision: 1, code: 'No Code', reason: 'x' },
      { revision: 1, code: 'no', reason: '' },
    ])
      expect(await reviews.decide(id, 'reject', refused)).toMatchObject({
        status: 422,
        body: { error: 'validation_failed' },
      })
    expect((await reviews.review(id)).body.isWaiting).toBe(true)
  })
})
