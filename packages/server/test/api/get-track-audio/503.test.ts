import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { askAsSiteA, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

it('asks to come again when the storage does not give the bytes', async () => {
  const hub = await sharedPropertyHub()
  const { accountId } = await createTestAccount(hub)
  // Its master has a row but no stored bytes.
  const { trackIds } = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  const response = await askAsSiteA(hub, `/api/integration/tracks/${trackIds[0]}/audio`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ error: 'storage_unavailable' })
})
