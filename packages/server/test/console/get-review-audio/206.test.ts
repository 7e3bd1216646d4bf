import { beforeAll, describe, expect, it } from 'vitest'

import { placeBytes, type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'
import { testBytes } from '../../harness/uploads.ts'

describe('getReviewAudio 206', () => {
  const bytes = testBytes(1000)
  let reviews: ReviewHub
  let path: string
  beforeAll(async () => {
    reviews = await sharedReviewHub()
    const { id, tracks } = await reviews.submit()
    await placeBytes(reviews.hub, { uploadId: tracks[0].uploadId, bytes })
    path = `${reviewsPath}/${id}/audio/${tracks[0].uploadId}`
  })

  it.each([
    ['bytes=0-3', 'bytes 0-3/1000', 0, 4],
    ['bytes=990-', 'bytes 990-999/1000', 990, 1000],
    ['bytes=-1', 'bytes 999-999/1000', 999, 1000],
  ])('sends %s alone', async (range, contentRange, start, end) => {
    const response = await reviews.file(path, { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(end - start))
    expect(bytes.subarray(start, end).equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
  })
})
