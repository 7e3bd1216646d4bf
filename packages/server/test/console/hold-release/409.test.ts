import { beforeAll, describe, expect, it } from 'vitest'
import { type ReviewHub, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('holdRelease 409', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })
  const hold = (id: string) =>
    reviews.operator.ask('POST', `/console/api/operator/releases/${id}/hold`, { reason: 'Court order 7' })

  it('refuses a draft, which no outlet has', async () => {
    const { body } = await reviews.fixture.release()
    expect(await hold(body.id)).toMatchObject({ status: 409, body: { error: 'state_conflict', state: 'draft' } })
    expect((await reviews.fixture.get(body.id)).body.status).toBe('draft')
  })

  it('refuses a release that is down everywhere', async () => {
    const { id } = await reviews.submit()
    await reviews.decide(id, 'approve', { revision: 1 })
    await hold(id)
    const before = (await reviews.fixture.events(id)).body.data
    expect(await hold(id)).toMatchObject({ status: 409, body: { error: 'state_conflict', state: 'taken_down' } })
    expect((await reviews.fixture.events(id)).body.data).toEqual(before)
  })
})
