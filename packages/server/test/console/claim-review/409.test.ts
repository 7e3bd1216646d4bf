import { beforeAll, describe, expect, it } from 'vitest'
import type { TestPerson } from '../../harness/people.ts'
import { type ReviewHub, reviewsPath, sharedReviewHub, sharedSecondReviewer } from '../../harness/shared-review-hub.ts'

describe('claimReview 409', () => {
  let reviews: ReviewHub
  let ben: TestPerson
  beforeAll(async () => {
    reviews = await sharedReviewHub()
    ben = await sharedSecondReviewer()
  })
  const refused = (detail: string) => ({ status: 409, body: { error: 'state_conflict', detail } })

  it('refuses a second reviewer while the first one looks at the release', async () => {
    const { id } = await reviews.submit()
    await reviews.decide(id, 'claim', { revision: 1 })
    expect(await ben.ask('POST', `${reviewsPath}/${id}/claim`, { revision: 1 })).toMatchObject(
      refused('This release is assigned to another operator. Take it over, or choose another release.'),
    )
    expect((await reviews.review(id)).body.claim.name).toBe('Mia Blue')
  })

  it('refuses another revision than the one that waits', async () => {
    const { id } = await reviews.submit()
    expect(await reviews.decide(id, 'claim', { revision: 2 })).toMatchObject(
      refused('The release is now at revision 1.'),
    )
    expect((await reviews.review(id)).body).toMatchObject({ claim: null, release: { status: 'submitted' } })
  })

  it('refuses a release that waits for nothing', async () => {
    const { body } = await reviews.fixture.release()
    expect(await reviews.decide(body.id, 'claim', { revision: 1 })).toMatchObject(
      refused('The release is draft and is not waiting for review.'),
    )
  })
})
