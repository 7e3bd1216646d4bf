import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { addUsage } from '../../harness/used-up-quotas.ts'

it('restores nothing that is larger once the account has all the metadata that it may have', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body } = await fixture.release({ metadata: { note: 'x'.repeat(400) }, submit: true })
  await fixture.patch(body.id, { metadata: null })
  await addUsage(hub, fixture.account.accountId, { documentBytes: 4_294_967_296 })
  expect(await fixture.act(body.id, 'revisions/1/restore')).toMatchObject({
    status: 403,
    body: { error: 'quota_exceeded', quota: 'documentBytes' },
  })
  expect((await fixture.get(body.id)).body).toMatchObject({ revision: 2 })
})
