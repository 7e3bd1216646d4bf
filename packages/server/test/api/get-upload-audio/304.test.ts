import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { storeReadyFile } from '../../harness/stored-files.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('answers 304 to who has the bytes, before any range', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { account, key } = fixture
  const id = await storeReadyFile(hub, { accountId: account.accountId, key }, Buffer.from('123456789'))
  // printf 123456789 | sha256sum
  const etag = '"15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225"'
  const response = await hub.request(`${uploadsPath}/${id}/audio`, {
    headers: { 'x-api-key': key, 'if-none-match': etag, range: 'bytes=0-9' },
  })
  expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, etag, ''])
})
