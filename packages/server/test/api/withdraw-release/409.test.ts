import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('withdraws neither a draft nor an approved release, and says what their states allow', async () => {
  const { fixture } = await sharedReleaseHub()
  const { body: draft } = await fixture.release()
  expect(await fixture.act(draft.id, 'withdraw')).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', state: 'draft', allowed: ['edit', 'delete', 'submit'] },
  })
  const { body: approved } = await fixture.release({ submit: true })
  expect(await fixture.act(approved.id, 'withdraw')).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', state: 'delivering' },
  })
  expect((await fixture.get(draft.id)).body).toEqual(draft)
  expect((await fixture.get(approved.id)).body).toEqual(approved)
})
