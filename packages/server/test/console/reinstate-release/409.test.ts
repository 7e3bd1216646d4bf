import { beforeAll, describe, expect, it } from 'vitest'
import { type ReviewHub, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('reinstateRelease 409', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })
  const reinstate = (id: string) => reviews.operator.ask('POST', `/console/api/operator/releases/${id}/reinstate`, {})

  it('refuses a release that outlets have', async () => {
    const { id } = await reviews.submit()
    await reviews.decide(id, 'approve', { revision: 1 })
    const before = (await reviews.fixture.get(id)).body
    expect(await reinstate(id)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'The operator has not taken the release down at any outlet.' },
    })
    expect((await reviews.fixture.get(id)).body).toEqual(before)
  })

  it('refuses a release that its own account took down', async () => {
    const { id } = await reviews.submit()
    await reviews.decide(id, 'approve', { revision: 1 })
    await reviews.fixture.act(id, 'takedown', { reason: 'Ours to decide' })
    expect(await reinstate(id)).toMatchObject({ status: 409, body: { error: 'state_conflict' } })
    expect((await reviews.fixture.get(id)).body.status).toBe('taken_down')
  })

  it('refuses a release that is down everywhere, which its account submits again', async () => {
    const { id } = await reviews.submit()
    await reviews.decide(id, 'approve', { revision: 1 })
    await reviews.operator.ask('POST', `/console/api/operator/releases/${id}/hold`, { reason: 'Court order 7' })
    expect(await reinstate(id)).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'The release is taken_down. Its account must submit it again, and you must approve it.',
      },
    })
    expect((await reviews.review(id)).body.heldAt).toEqual(['sandbox'])
  })

  it('refuses a draft', async () => {
    const { body } = await reviews.fixture.release()
    expect(await reinstate(body.id)).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'The release is draft. Its account must submit it again, and you must approve it.',
      },
    })
  })
})
