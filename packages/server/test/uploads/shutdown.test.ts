import { expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { createTestDatabase, startTestHub } from '../harness/hub.ts'
import { createUploadClient, openRaw, sha256, testBytes } from '../harness/uploads.ts'

it('a hub that stops keeps what running uploads have sent, and does not wait for the rest', async () => {
  const opened = await createTestDatabase()
  const first = await startTestHub({ role: 'api', overrides: { openDatabase: { ...opened, close: async () => {} } } })
  const key = await (await createTestAccount(first)).key()
  const client = createUploadClient(first, key)
  const bytes = testBytes(800_000)
  const path = await client.begin(bytes.length)
  const running = await openRaw(first.url)
  running.write(client.patchHead(path, 0, { 'Content-Length': String(bytes.length) }))
  running.write(bytes.subarray(0, 500_000))
  await client.stored(path, 500_000)
  await first.hub.close()
  expect(await running.read(/shutting_down/)).toMatch(/^HTTP\/1\.1 503 /)

  const second = await startTestHub({
    role: 'api',
    environment: { SPINDLE_DATA_DIR: first.dataDir },
    overrides: { openDatabase: opened },
  })
  const again = createUploadClient(second, key)
  expect(await again.offset(path)).toBe(500_000)
  expect((await again.patch(path, 500_000, bytes.subarray(500_000))).status).toBe(204)
  expect((await second.json('GET', path, { key })).body).toMatchObject({ status: 'received', sha256: sha256(bytes) })
})
