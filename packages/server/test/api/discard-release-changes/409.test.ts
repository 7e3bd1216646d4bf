import { expect, it } from 'vitest'
import { openReleaseHub } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('refuses a draft, which has no submitted revision', async () => {
  const { fixture } = await sharedReleaseHub()
  const { body: draft } = await fixture.release()
  expect(await fixture.act(draft.id, 'discard-changes')).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', state: 'draft', allowed: ['edit', 'delete', 'submit'] },
  })
  expect((await fixture.get(draft.id)).body).toEqual(draft)
})

it('refuses changes that wait for review until they are withdrawn', async () => {
  const { hub, fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_REVIEW: 'manual' } })
  const { body } = await fixture.release({ submit: true })
  await hub.hub.releases.reviews.approveRelease(body.id, { id: null, name: 'Grace' })
  await fixture.until(body.id, ({ status }) => status === 'live')
  await fixture.patch(body.id, { title: 'Other' })
  await fixture.act(body.id, 'submit')
  expect(await fixture.act(body.id, 'discard-changes')).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', detail: 'Revision 2 is waiting for review. Withdraw it first.' },
  })
  await fixture.act(body.id, 'withdraw')
  expect(await fixture.act(body.id, 'discard-changes')).toMatchObject({
    status: 200,
    body: { title: body.title, revision: 3, pendingRevision: null },
  })
})

it('refuses an externalId that another release has now', async () => {
  const { fixture } = await sharedReleaseHub()
  const { body } = await fixture.release({ externalId: 'discard-taken', submit: true })
  await fixture.patch(body.id, { externalId: null })
  await fixture.release({ externalId: 'discard-taken' })
  expect(await fixture.act(body.id, 'discard-changes')).toMatchObject({
    status: 409,
    body: { error: 'external_id_taken', errors: [{ pointer: '/externalId' }] },
  })
  expect((await fixture.get(body.id)).body.pendingRevision).toBe(2)
})
