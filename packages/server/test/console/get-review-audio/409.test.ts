import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('getReviewAudio 409', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('reports that a cover is found at `image`', async () => {
    const { id, coverUploadId } = await reviews.submit()
    expect(await reviews.operator.ask('GET', `${reviewsPath}/${id}/audio/${coverUploadId}`)).toMatchObject({
      status: 409,
      body: {
        error: 'preview_unavailable',
        detail: 'This upload is an image. Request `image` instead of `audio`.',
      },
    })
  })

  it('explains why a master that is not ready cannot be played', async () => {
    const { id, tracks } = await reviews.submit()
    await reviews.hub.opened.database.system.execute("update uploads set status = 'rejected' where id = $1", [
      tracks[0].uploadId,
    ])
    expect(await reviews.operator.ask('GET', `${reviewsPath}/${id}/audio/${tracks[0].uploadId}`)).toMatchObject({
      status: 409,
      body: { error: 'preview_unavailable', detail: 'The upload was rejected. Its findings give the reasons.' },
    })
  })
})
