import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { addUsage } from '../../harness/used-up-quotas.ts'

it('makes no copy once the account has as many releases as it may', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: original } = await fixture.release()
  await addUsage(hub, fixture.account.accountId, { releases: 199_999 })
  expect(await fixture.act(original.id, 'clone')).toMatchObject({
    status: 403,
    body: { error: 'quota_exceeded', quota: 'releases', limit: 200_000, used: 200_000 },
  })
  const { body: list } = await hub.json('GET', releasesPath, { key: fixture.key })
  expect(list.data.map(({ id }: { id: string }) => id)).toEqual([original.id])
})
