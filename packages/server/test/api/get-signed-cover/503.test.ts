import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { sharedPropertyHub } from '../../harness/shared-property-hub.ts'
import { coverPathOf } from '../../harness/signing-hub.ts'
import { coverTechnical } from '../../harness/technical-data.ts'

it('getSignedCover 503 asks for another try while the storage does not answer', async () => {
  const hub = await sharedPropertyHub()
  const { accountId } = await createTestAccount(hub)
  const coverUploadId = hub.hub.http.ids.make('upl')
  // Its bytes were never stored.
  await hub.opened.database.tenant(accountId).execute(
    `insert into uploads (account_id, id, kind, size, received_bytes, sha256, status, technical)
     values ($1, $2, 'image', 5, 5, sha256('image'), 'ready', $3)`,
    [coverUploadId, JSON.stringify(coverTechnical)],
  )
  const options = { accountId, properties: ['site-a'], document: { coverUploadId } }
  const { releaseId } = await createLiveRelease(hub, options)
  const response = await hub.request(await coverPathOf(hub, releaseId))
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ error: 'storage_unavailable' })
})
