import { expect, it } from 'vitest'
import { sharedReviewHub } from '../../harness/shared-review-hub.ts'

it('restores nothing while a revision waits for review, and says to withdraw it', async () => {
  const { fixture } = await sharedReviewHub()
  const { body } = await fixture.release({ submit: true })
  expect(await fixture.act(body.id, 'revisions/1/restore')).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', state: 'submitted', allowed: ['withdraw'] },
  })
  expect((await fixture.get(body.id)).body).toEqual(body)
})
