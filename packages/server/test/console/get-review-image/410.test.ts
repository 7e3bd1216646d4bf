import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('getReviewImage 410', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('reports that the cover has expired', async () => {
    const { id, coverUploadId } = await reviews.submit()
    await reviews.hub.opened.database.system.execute("update uploads set status = 'expired' where id = $1", [
      coverUploadId,
    ])
    expect(await reviews.operator.ask('GET', `${reviewsPath}/${id}/image/${coverUploadId}`)).toMatchObject({
      status: 410,
      body: { error: 'upload_gone' },
    })
  })
})
