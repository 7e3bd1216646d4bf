import { beforeAll, describe, expect, it } from 'vitest'
import { type ReviewHub, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('approveReview 204', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('starts the deliveries of a new release and writes down who decided', async () => {
    const { fixture } = reviews
    const { id } = await reviews.submit()
    expect(await reviews.decide(id, 'approve', { revision: 1 })).toMatchObject({ status: 204, body: '' })
    expect((await fixture.get(id)).body).toMatchObject({
      status: 'delivering',
      pendingRevision: null,
      review: { decision: 'approved', revision: 1 },
      deliveries: [{ outlet: { id: 'sandbox' }, status: 'queued', revision: 1 }],
    })
    expect((await reviews.review(id)).body).toMatchObject({ isWaiting: false, approvedRevision: 1 })
    const { data } = (await fixture.events(id)).body
    expect(data.find(({ type }: { type: string }) => type === 'release.approved')).toMatchObject({
      actor: { type: 'operator', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' },
    })
  })

  it('gives outlets the update of a release', async () => {
    const { id } = await reviews.submitUpdate('After')
    expect((await reviews.decide(id, 'approve', { revision: 2 })).status).toBe(204)
    expect((await reviews.fixture.get(id)).body).toMatchObject({
      title: 'After',
      pendingRevision: null,
      review: { decision: 'approved', revision: 2 },
    })
    expect((await reviews.review(id)).body).toMatchObject({ isWaiting: false, approvedRevision: 2, changes: [] })
  })
})
