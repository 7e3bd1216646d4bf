import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('getReviewAudio 503', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('reports that the storage does not return the master, and does not change the review', async () => {
    // A row without a file, as if a disk were not mounted.
    const { id, tracks } = await reviews.submit()
    expect(await reviews.operator.ask('GET', `${reviewsPath}/${id}/audio/${tracks[0].uploadId}`)).toMatchObject({
      status: 503,
      body: { error: 'storage_unavailable' },
    })
    expect((await reviews.review(id)).body).toMatchObject({ isWaiting: true, release: { status: 'submitted' } })
  })
})
