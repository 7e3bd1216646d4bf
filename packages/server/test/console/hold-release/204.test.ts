import { beforeAll, describe, expect, it } from 'vitest'
import { type ReviewHub, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('holdRelease 204', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })
  const hold = (id: string, body: object) =>
    reviews.operator.ask('POST', `/console/api/operator/releases/${id}/hold`, body)
  const approved = async (): Promise<string> => {
    const { id } = await reviews.submit()
    await reviews.decide(id, 'approve', { revision: 1 })
    return id
  }

  it('takes a release down everywhere, with the reason and in the name of the person', async () => {
    const { fixture } = reviews
    const id = await approved()
    expect(await hold(id, { reason: 'Court order 7' })).toMatchObject({ status: 204, body: '' })
    expect((await fixture.get(id)).body).toMatchObject({
      status: 'taken_down',
      deliveries: [{ outlet: { id: 'sandbox' }, status: 'taken_down' }],
    })
    expect((await reviews.review(id)).body.heldAt).toEqual(['sandbox'])
    const { data } = (await fixture.events(id)).body
    expect(data.find(({ type }: { type: string }) => type === 'release.takedown_requested')).toMatchObject({
      actor: { type: 'operator', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' },
      reason: 'Court order 7',
      data: { outlets: ['sandbox'] },
    })
  })

  it('takes it down at the outlets that are named, and refuses one that never had it', async () => {
    const id = await approved()
    expect(await hold(id, { outlets: ['elsewhere'], reason: 'Court order 7' })).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', errors: [{ pointer: '/outlets/0', code: 'outlet_unknown' }] },
    })
    expect((await reviews.review(id)).body.heldAt).toEqual([])
    expect((await hold(id, { outlets: ['sandbox'], reason: 'Court order 7' })).status).toBe(204)
    expect((await reviews.review(id)).body.heldAt).toEqual(['sandbox'])
  })

  it('cannot be undone by the account', async () => {
    const { fixture } = reviews
    const id = await approved()
    await hold(id, { reason: 'Court order 7' })
    const { deliveries } = (await fixture.get(id)).body
    expect(await fixture.act(id, `deliveries/${deliveries[0].id}/retry`)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict' },
    })
    expect((await fixture.get(id)).body.status).toBe('taken_down')
    expect((await reviews.review(id)).body.heldAt).toEqual(['sandbox'])
  })
})
