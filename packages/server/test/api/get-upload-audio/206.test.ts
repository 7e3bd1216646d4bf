import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { storeReadyFile } from '../../harness/stored-files.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it.each([
  ['bytes=0-0', 'bytes 0-0/10', '0'],
  ['bytes=2-4', 'bytes 2-4/10', '234'],
  ['bytes=-3', 'bytes 7-9/10', '789'],
  ['bytes=8-99', 'bytes 8-9/10', '89'],
])('sends %s alone', async (range, contentRange, text) => {
  const { hub, fixture } = await sharedReleaseHub()
  const { account, key } = fixture
  const id = await storeReadyFile(hub, { accountId: account.accountId, key }, Buffer.from('0123456789'))
  const response = await hub.request(`${uploadsPath}/${id}/audio`, { headers: { 'x-api-key': key, range } })
  expect(response.status).toBe(206)
  expect(response.headers.get('content-type')).toBe('audio/wav')
  expect(response.headers.get('content-range')).toBe(contentRange)
  expect(await response.text()).toBe(text)
})
