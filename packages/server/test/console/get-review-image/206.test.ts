import { beforeAll, describe, expect, it } from 'vitest'

import { losslessPixel } from '../../harness/pixels.ts'
import { placeBytes, type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('getReviewImage 206', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('sends the part of the picture that was asked for', async () => {
    const { id, coverUploadId: uploadId } = await reviews.submit()
    await placeBytes(reviews.hub, { uploadId, rendition: '256.webp', bytes: losslessPixel })
    const response = await reviews.file(`${reviewsPath}/${id}/image/${uploadId}`, { range: 'bytes=8-11' })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('bytes 8-11/34')
    expect(await response.text()).toBe('WEBP')
  })
})
