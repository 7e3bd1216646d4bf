import { beforeAll, describe, expect, it } from 'vitest'
import { losslessPixel } from '../../harness/pixels.ts'
import { placeBytes, type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('getReviewImage 416', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('refuses a range after the end and says how many bytes there are', async () => {
    const { id, coverUploadId } = await reviews.submit()
    await placeBytes(reviews.hub, { uploadId: coverUploadId, rendition: '256.webp', bytes: losslessPixel })
    const response = await reviews.file(`${reviewsPath}/${id}/image/${coverUploadId}`, { range: 'bytes=34-' })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */34')
    expect(response.headers.get('etag')).toBeNull()
    expect(await response.json()).toMatchObject({
      error: 'range_not_satisfiable',
      detail: 'The content has 34 bytes.',
    })
  })
})
