import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, reviewsPath, sharedReviewHub, unknownReleases } from '../../harness/shared-review-hub.ts'

describe('getReviewImage 404', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })
  const ask = (releaseId: string, uploadId: string) =>
    reviews.operator.ask('GET', `${reviewsPath}/${releaseId}/image/${uploadId}`)
  const notFound = { status: 404, body: { error: 'upload_not_found' } }

  it('finds no upload that the release does not refer to, and none of a release that is not there', async () => {
    const { id, coverUploadId } = await reviews.submit()
    const other = await reviews.submit()
    expect(await ask(id, other.coverUploadId)).toMatchObject(notFound)
    for (const uploadId of ['upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'upl_1', '%00'])
      expect(await ask(id, uploadId), uploadId).toMatchObject(notFound)
    for (const releaseId of unknownReleases)
      expect(await ask(releaseId, coverUploadId), releaseId).toMatchObject(notFound)
  })

  it('closes the cover once the release is decided', async () => {
    const { id, coverUploadId } = await reviews.submit()
    // It waits, but the storage does not have the file.
    expect((await ask(id, coverUploadId)).status).toBe(503)
    await reviews.decide(id, 'approve', { revision: 1 })
    expect(await ask(id, coverUploadId)).toMatchObject(notFound)
  })

  it('closes the cover once its account takes the release back', async () => {
    const { id, coverUploadId } = await reviews.submit()
    await reviews.fixture.act(id, 'withdraw')
    expect(await ask(id, coverUploadId)).toMatchObject(notFound)
  })
})
