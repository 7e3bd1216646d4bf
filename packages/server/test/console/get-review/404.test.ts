import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, sharedReviewHub, unknownReleases } from '../../harness/shared-review-hub.ts'

describe('getReview 404', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it.each(unknownReleases)('finds no release under %s', async (id) => {
    expect(await reviews.review(id)).toMatchObject({ status: 404, body: { error: 'release_not_found' } })
  })

  it('finds no release that its account deleted', async () => {
    const { fixture, hub } = reviews
    const { body } = await fixture.release()
    expect((await reviews.review(body.id)).status).toBe(200)
    const path = `/api/v1/music-distributor/releases/${body.id}`
    expect((await hub.json('DELETE', path, { key: fixture.key })).status).toBe(204)
    expect((await reviews.review(body.id)).body).toMatchObject({ error: 'release_not_found' })
  })
})
