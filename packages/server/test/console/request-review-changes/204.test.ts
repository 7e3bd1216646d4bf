import { beforeAll, describe, expect, it } from 'vitest'
import { type ReviewHub, sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('requestReviewChanges 204', () => {
  let reviews: ReviewHub
  beforeAll(async () => {
    reviews = await sharedReviewHub()
  })
  const issues = [
    { pointer: '/title', note: 'Spell it as on the cover.' },
    { pointer: '', note: 'Name everybody who plays.' },
  ]
  const note = '/title: Spell it as on the cover.\n/: Name everybody who plays.'
  const coded = issues.map((issue) => ({ ...issue, code: 'review' }))

  it('sends a new release back with what must change, in the name of the person', async () => {
    const { fixture } = reviews
    const { id } = await reviews.submit({ title: 'Nihgt Drive' })
    expect(await reviews.decide(id, 'request-changes', { revision: 1, issues })).toMatchObject({
      status: 204,
      body: '',
    })
    expect((await fixture.get(id)).body).toMatchObject({
      status: 'changes_requested',
      review: { decision: 'changes_requested', revision: 1, note, issues: coded, decidedAt: expect.any(String) },
      deliveries: [],
    })
    expect((await fixture.events(id)).body.data[0]).toMatchObject({
      type: 'release.changes_requested',
      from: 'in_review',
      to: 'changes_requested',
      actor: { type: 'operator', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' },
      reason: note,
      data: { issues: coded },
    })
    await fixture.patch(id, { title: 'Night Drive' })
    expect((await fixture.act(id, 'submit')).body).toMatchObject({ status: 'submitted', revision: 2 })
  })

  it('sends only the update of a delivered release back', async () => {
    const { id } = await reviews.submitUpdate()
    expect((await reviews.decide(id, 'request-changes', { revision: 2, issues })).status).toBe(204)
    expect((await reviews.fixture.get(id)).body).toMatchObject({
      status: 'delivering',
      review: { decision: 'changes_requested', revision: 2, issues: coded },
      deliveries: [{ status: 'queued', revision: 1 }],
    })
    expect((await reviews.review(id)).body).toMatchObject({ isWaiting: false, approvedRevision: 1 })
  })

  it('needs something that must change', async () => {
    const { id } = await reviews.submit()
    for (const refused of [{ revision: 1 }, { revision: 1, issues: [] }])
      expect(await reviews.decide(id, 'request-changes', refused)).toMatchObject({
        status: 422,
        body: { error: 'validation_failed' },
      })
    expect((await reviews.review(id)).body.isWaiting).toBe(true)
  })
})
