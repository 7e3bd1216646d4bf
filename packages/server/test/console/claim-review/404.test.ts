import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, sharedReviewHub, unknownReleases } from '../../harness/shared-review-hub.ts'

describe('claimReview 404', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it.each(unknownReleases)('finds no release under %s', async (id) => {
    expect(await reviews.decide(id, 'claim', { revision: 1 })).toMatchObject({
      status: 404,
      body: { error: 'release_not_found' },
    })
  })
})
