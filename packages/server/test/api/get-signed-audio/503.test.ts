import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { sharedPropertyHub } from '../../harness/shared-property-hub.ts'
import { audioPathOf } from '../../harness/signing-hub.ts'

it('getSignedAudio 503 asks for another try while the storage does not answer', async () => {
  const hub = await sharedPropertyHub()
  const { accountId } = await createTestAccount(hub)
  // Its master has a row but no stored bytes.
  const { releaseId } = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  const response = await hub.request(await audioPathOf(hub, releaseId))
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ error: 'storage_unavailable' })
})
