import { expect, it } from 'vitest'
import { startBreakableHub } from '../../harness/breakable-storage.ts'
import { march, openReportAccount } from '../../harness/own-reports.ts'

it('previewReport says that the storage is away, and reads the same upload once it is back', async () => {
  const { hub, storage } = await startBreakableHub()
  const { ask, upload } = await openReportAccount(hub)
  const body = { uploads: [await upload(march)], source: 'store' }
  storage.isAway = true
  const refused = await ask('POST', '/preview', body)
  expect(refused).toMatchObject({ status: 503, body: { error: 'storage_unavailable' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await ask('GET')).body.data).toEqual([])
  storage.isAway = false
  expect((await ask('POST', '/preview', body)).status).toBe(200)
})
