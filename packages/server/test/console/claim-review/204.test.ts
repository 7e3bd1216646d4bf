import { beforeAll, describe, expect, it } from 'vitest'
import type { TestPerson } from '../../harness/people.ts'
import { type ReviewHub, reviewsPath, sharedReviewHub, sharedSecondReviewer } from '../../harness/shared-review-hub.ts'

describe('claimReview 204', () => {
  let reviews: ReviewHub
  let ben: TestPerson
  beforeAll(async () => {
    reviews = await sharedReviewHub()
    ben = await sharedSecondReviewer()
  })

  it('names who looks at the release, in the queue and in the review', async () => {
    const { id } = await reviews.submit()
    expect(await reviews.decide(id, 'claim', { revision: 1 })).toMatchObject({ status: 204, body: '' })
    const claim = {
      userId: (await reviews.operator.ask('GET', '/console/api/session')).body.user.id,
      name: 'Mia Blue',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    }
    expect((await reviews.review(id)).body.claim).toEqual(claim)
    const queue = await reviews.operator.ask('GET', `${reviewsPath}?accountId=${reviews.fixture.account.accountId}`)
    expect(queue.body.data).toMatchObject([{ releaseId: id, status: 'in_review', claim }])
    expect((await reviews.fixture.get(id)).body.status).toBe('in_review')
  })

  it('takes over the claim of another reviewer', async () => {
    const { id } = await reviews.submit()
    await reviews.decide(id, 'claim', { revision: 1 })
    const taken = await ben.ask('POST', `${reviewsPath}/${id}/claim`, { revision: 1, takesOver: true })
    expect(taken.status).toBe(204)
    expect((await reviews.review(id)).body.claim.name).toBe('The viewer')
  })

  it('claims an update while outlets keep what they have', async () => {
    const { id } = await reviews.submitUpdate()
    expect((await reviews.decide(id, 'claim', { revision: 2 })).status).toBe(204)
    expect((await reviews.review(id)).body).toMatchObject({
      claim: { name: 'Mia Blue' },
      release: { status: 'delivering' },
    })
  })
})
