import { beforeAll, describe, expect, it } from 'vitest'

import { placeBytes, type ReviewHub, reviewsPath, sharedReviewHub } from '../../harness/shared-review-hub.ts'
import { testBytes } from '../../harness/uploads.ts'

describe('getReviewAudio 200', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('sends the whole master while its release waits, and lets no browser keep or open it', async () => {
    const { id, tracks } = await reviews.submit()
    const { uploadId } = tracks[0]
    const bytes = testBytes(1000)
    await placeBytes(reviews.hub, { uploadId, bytes })
    const response = await reviews.file(`${reviewsPath}/${id}/audio/${uploadId}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '1000',
      'content-disposition': expect.stringContaining(`attachment; filename="${uploadId}.wav"`),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
    expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
  })

  it('sends the master of an update that waits', async () => {
    const { id, tracks } = await reviews.submitUpdate()
    const { uploadId } = tracks[0]
    await placeBytes(reviews.hub, { uploadId, bytes: testBytes(1000) })
    expect((await reviews.file(`${reviewsPath}/${id}/audio/${uploadId}`)).status).toBe(200)
  })
})
