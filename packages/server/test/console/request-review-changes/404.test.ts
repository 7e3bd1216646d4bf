import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, sharedReviewHub, unknownReleases } from '../../harness/shared-review-hub.ts'

describe('requestReviewChanges 404', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it.each(unknownReleases)('finds no release under %s', async (id) => {
    expect(
      await reviews.decide(id, 'request-changes', { revision: 1, issues: [{ pointer: '/title', note: 'No.' }] }),
    ).toMatchObject({
      status: 404,
      body: { error: 'release_not_found' },
    })
  })
})
