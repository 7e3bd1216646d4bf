import { beforeAll, describe, expect, it } from 'vitest'

import { losslessPixel, lossyPixel } from '../../harness/pixels.ts'
import { placeBytes, type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('getReviewImage 200', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('sends the cover in the size that was asked for while its release waits, and lets no browser keep it', async () => {
    const { id, coverUploadId: uploadId } = await reviews.submit()
    await placeBytes(reviews.hub, { uploadId, rendition: '256.webp', bytes: losslessPixel })
    await placeBytes(reviews.hub, { uploadId, rendition: '640.webp', bytes: lossyPixel })
    const path = `${reviewsPath}/${id}/image/${uploadId}`
    const small = await reviews.file(path)
    expect(small.status).toBe(200)
    expect(Object.fromEntries(small.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '34',
      'content-disposition': expect.stringContaining(`attachment; filename="${uploadId}.webp"`),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(losslessPixel.equals(Buffer.from(await small.arrayBuffer()))).toBe(true)
    const large = await reviews.file(`${path}?size=640`)
    expect(lossyPixel.equals(Buffer.from(await large.arrayBuffer()))).toBe(true)
  })
})
