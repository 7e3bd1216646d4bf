import { expect, it } from 'vitest'
import { blobsThatCannotSync } from '../../harness/failing-blobs.ts'
import { startUploadHub, uploadsPath } from '../../harness/uploads.ts'

it('acknowledges no file that the storage cannot make durable, and keeps nothing of it', async () => {
  let isBroken = true
  const blobs = await blobsThatCannotSync(() => isBroken)
  const { hub, key } = await startUploadHub({ overrides: { blobs } })
  const store = () =>
    hub.request(uploadsPath, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'audio/wav', 'idempotency-key': 'store-once' },
      body: 'ten bytes.',
    })
  const refused = await store()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: 'storage_unavailable' })
  const kept = async () => (await hub.json('GET', uploadsPath, { key })).body.data
  expect(await kept()).toEqual([])
  isBroken = false
  const again = await store()
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null])
  expect(await kept()).toMatchObject([{ size: 10, status: 'received' }])
})
