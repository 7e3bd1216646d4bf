import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('getReviewAudio 410', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('reports that the master has expired', async () => {
    const { id, tracks } = await reviews.submit()
    await reviews.hub.opened.database.system.execute("update uploads set status = 'expired' where id = $1", [
      tracks[0].uploadId,
    ])
    expect(await reviews.operator.ask('GET', `${reviewsPath}/${id}/audio/${tracks[0].uploadId}`)).toMatchObject({
      status: 410,
      body: { error: 'upload_gone' },
    })
  })
})
