import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { createLiveRelease, takeDown } from '../../harness/live-releases.ts'
import { sharedPropertyHub, tokenOfSiteA } from '../../harness/shared-property-hub.ts'

it('getPlayableRelease 404 hides what is live only elsewhere, as what does not exist', async () => {
  const hub = await sharedPropertyHub()
  const { accountId } = await createTestAccount(hub)
  const elsewhere = await createLiveRelease(hub, { accountId, properties: ['site-b'] })
  const nowhere = await createLiveRelease(hub, { accountId })
  const down = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  await takeDown(hub, { accountId, releaseId: down.releaseId, property: 'site-a' })
  const ask = async (id: string) => {
    const { status, body } = await hub.json('GET', `/api/integration/releases/${id}`, { bearer: tokenOfSiteA })
    return { status, body: { ...body, requestId: null } }
  }
  const never = await ask('rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  expect([never.status, never.body.error]).toEqual([404, 'release_not_found'])
  for (const id of [elsewhere.releaseId, nowhere.releaseId, down.releaseId, 'nonsense'])
    expect(await ask(id)).toEqual(never)
})
