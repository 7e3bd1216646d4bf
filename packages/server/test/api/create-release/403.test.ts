import { expect, it } from 'vitest'
import { createReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { addUsage } from '../../harness/used-up-quotas.ts'

it('creates the last release that the account may have and no other, whatever other accounts have', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  await addUsage(hub, fixture.account.accountId, { releases: 199_999 })
  const { status, body: last } = await fixture.release()
  expect(status).toBe(201)
  expect(await fixture.release()).toMatchObject({
    status: 403,
    body: {
      error: 'quota_exceeded',
      quota: 'releases',
      limit: 200_000,
      used: 200_000,
      detail:
        'The account can have at most 200000 releases and has 200000. Delete drafts that you do not need, or ask the operator for a larger quota.',
    },
  })
  const { body: list } = await hub.json('GET', releasesPath, { key: fixture.key })
  expect(list.data.map(({ id }: { id: string }) => id)).toEqual([last.id])
  const other = await createReleaseFixture(hub, 'Other Records')
  expect((await other.release()).status).toBe(201)
  await hub.json('DELETE', `${releasesPath}/${last.id}`, { key: fixture.key })
  expect((await fixture.release()).status).toBe(201)
})

it('creates nothing once the metadata of the account weighs what it may', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  await addUsage(hub, fixture.account.accountId, { documentBytes: 4_294_967_296 })
  expect(await fixture.release()).toMatchObject({
    status: 403,
    body: { error: 'quota_exceeded', quota: 'documentBytes', limit: 4_294_967_296, used: 4_294_967_296 },
  })
  expect((await hub.json('GET', releasesPath, { key: fixture.key })).body.data).toEqual([])
})
