import { beforeAll, describe, expect, it } from 'vitest'

import { type ReviewHub, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('getReview 200', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })

  it('shows a new release as its account reads it, with every file it refers to', async () => {
    const { id, coverUploadId, tracks } = await reviews.submit({ title: 'Before' }, 2)
    const answer = await reviews.review(id)
    expect(answer.status).toBe(200)
    const { uploads, ...detail } = answer.body
    expect(detail).toEqual({
      accountId: reviews.fixture.account.accountId,
      accountName: 'Other Label',
      displayArtist: 'Ada',
      isWaiting: true,
      isUpdate: false,
      approvedRevision: null,
      claim: null,
      release: (await reviews.fixture.get(id)).body,
      changes: [],
      heldAt: [],
      audioChangeReasons: [],
      heldReleases: [],
    })
    const kinds = uploads.map((upload: { id: string; kind: string }) => [upload.id, upload.kind])
    expect(kinds).toHaveLength(3)
    expect(Object.fromEntries(kinds)).toEqual({
      [tracks[0].uploadId]: 'audio',
      [tracks[1].uploadId]: 'audio',
      [coverUploadId]: 'image',
    })
    expect(uploads.find((upload: { id: string }) => upload.id === tracks[0].uploadId).technical.peaks).toEqual([0, 255])
  })

  it('shows the differences between an update and the approved revision', async () => {
    const { id } = await reviews.submitUpdate('After')
    expect((await reviews.review(id)).body).toMatchObject({
      isWaiting: true,
      isUpdate: true,
      approvedRevision: 1,
      changes: [{ pointer: '/title', before: 'Before', after: 'After' }],
      release: { id, title: 'After', revision: 2 },
    })
  })

  it('shows the decisions, where the operator holds it, and another held release with its recording', async () => {
    const { id, tracks } = await reviews.submit()
    await reviews.decide(id, 'approve', { revision: 1 })
    expect((await reviews.review(id)).body).toMatchObject({ isWaiting: false, isUpdate: false, approvedRevision: 1 })
    const hold = await reviews.operator.ask('POST', `/console/api/operator/releases/${id}/hold`, { reason: 'Order 7' })
    expect(hold.status).toBe(204)
    expect((await reviews.review(id)).body).toMatchObject({ heldAt: ['sandbox'], heldReleases: [] })
    const [{ number: _number, disc: _disc, durationMs: _durationMs, id: _id, ...track }] = tracks
    const twin = await reviews.submit({ tracks: [track] })
    expect((await reviews.review(twin.id)).body).toMatchObject({
      heldAt: [],
      heldReleases: [{ id, title: 'Night Drive' }],
    })
  })
})
