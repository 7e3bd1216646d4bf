import { beforeAll, describe, expect, it } from 'vitest'
import { placeBytes, type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'
import { testBytes } from '../../harness/uploads.ts'

describe('getReviewAudio 416', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('refuses a range after the end and says how many bytes there are', async () => {
    const { id, tracks } = await reviews.submit()
    await placeBytes(reviews.hub, { uploadId: tracks[0].uploadId, bytes: testBytes(1000) })
    const response = await reviews.file(`${reviewsPath}/${id}/audio/${tracks[0].uploadId}`, { range: 'bytes=1000-' })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */1000')
    expect(response.headers.get('etag')).toBeNull()
    expect(await response.json()).toMatchObject({
      error: 'range_not_satisfiable',
      detail: 'The content has 1000 bytes.',
    })
  })
})
