import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('getReviewImage 409', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('reports that a master is found at `audio`', async () => {
    const { id, tracks } = await reviews.submit()
    expect(await reviews.operator.ask('GET', `${reviewsPath}/${id}/image/${tracks[0].uploadId}`)).toMatchObject({
      status: 409,
      body: {
        error: 'preview_unavailable',
        detail: 'This upload is audio. Request `audio` instead of `image`.',
      },
    })
  })

  it('gives the reason why a cover that is not ready cannot be shown', async () => {
    const { id, coverUploadId } = await reviews.submit()
    await reviews.hub.opened.database.system.execute("update uploads set status = 'rejected' where id = $1", [
      coverUploadId,
    ])
    expect(await reviews.operator.ask('GET', `${reviewsPath}/${id}/image/${coverUploadId}`)).toMatchObject({
      status: 409,
      body: { error: 'preview_unavailable', detail: 'The upload was rejected. Its findings give the reasons.' },
    })
  })
})
