import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { addUsage } from '../../harness/used-up-quotas.ts'

it('adds nothing to a release once the metadata of the account weighs what it may, but takes away', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ metadata: { note: 'x'.repeat(400) } })
  await addUsage(hub, fixture.account.accountId, { documentBytes: 4_294_967_296 })
  const refused = await fixture.patch(release.id, { metadata: { more: 'x'.repeat(400) } })
  expect(refused).toMatchObject({
    status: 403,
    body: { error: 'quota_exceeded', quota: 'documentBytes', limit: 4_294_967_296 },
  })
  expect((await fixture.get(release.id)).body).toEqual(release)
  expect(await fixture.patch(release.id, { metadata: null })).toMatchObject({ status: 200, body: { revision: 2 } })
})
