import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { addUsage } from '../../harness/used-up-quotas.ts'

it('freezes no revision once the metadata of the account weighs what it may', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: draft } = await fixture.release()
  const { accountId } = fixture.account
  await addUsage(hub, accountId, { documentBytes: 4_294_967_296 })
  expect(await fixture.act(draft.id, 'submit')).toMatchObject({
    status: 403,
    body: { error: 'quota_exceeded', quota: 'documentBytes', limit: 4_294_967_296 },
  })
  expect((await fixture.get(draft.id)).body).toEqual(draft)
  await addUsage(hub, accountId, { documentBytes: -4_294_967_296 })
  expect(await fixture.act(draft.id, 'submit')).toMatchObject({ status: 200, body: { status: 'delivering' } })
})
