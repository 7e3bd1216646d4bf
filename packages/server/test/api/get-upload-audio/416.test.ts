import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { storeReadyFile } from '../../harness/stored-files.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('refuses a range after the end, and says where the end is', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { account, key } = fixture
  const id = await storeReadyFile(hub, { accountId: account.accountId, key }, Buffer.from('0123456789'))
  const answer = await hub.json('GET', `${uploadsPath}/${id}/audio`, { key, headers: { range: 'bytes=10-' } })
  expect(answer).toMatchObject({
    status: 416,
    body: { error: 'range_not_satisfiable', detail: 'The content has 10 bytes.' },
  })
  expect(answer.headers.get('content-range')).toBe('bytes */10')
})
