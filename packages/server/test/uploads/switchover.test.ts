import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { createFragileDatabase } from '../harness/database-proxy.ts'
import { startTestHub } from '../harness/hub.ts'
import { interruptedCommits } from '../harness/interrupted-commit.ts'
import { createTusUpload, patchTus } from '../harness/tus-client.ts'

/** No step of an upload is lost with the answer of its commit: no client has to send a byte again. */
describe('an upload while the database switches over', async () => {
  const database = await createFragileDatabase()
  const hub = await startTestHub({ role: 'api', overrides: { openDatabase: database } })
  const key = await (await createTestAccount(hub)).key()
  const { waitAfter, interrupt, cutUntil } = await interruptedCommits(database)
  const bytes = randomBytes(300_000)

  it('keeps a file of one request whose answer is lost: repeated with its key, it is there', async () => {
    const { system } = database.direct.database
    await waitAfter('wait_whole', 'update of status on uploads', `new.status = 'received'`)
    const send = () =>
      hub.request('/api/v1/distributor/uploads', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'audio/flac', 'idempotency-key': 'whole' },
        body: new Uint8Array(bytes),
      })
    const isDone = async (): Promise<boolean> => (await system.row('select 1 from idempotency_records')) !== undefined
    expect((await interrupt(send, () => cutUntil(isDone))).status).toBe(503)
    await system.execute('drop trigger wait_whole on uploads')
    const again = await send()
    const { id } = (await again.json()) as { readonly id: string }
    const { status, body } = await hub.json('GET', `/api/v1/distributor/uploads/${id}`, { key })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect([status, body.status, body.size]).toEqual([200, 'received', 300_000])
    const kept = await readdir(join(hub.dataDir, 'uploads'), { recursive: true })
    expect(kept.filter((path) => path.endsWith(id))).toHaveLength(1)
  })

  it.each([
    ['claim', 'writer_epoch', 'new.writer_epoch > 0'],
    ['offset', 'received_bytes', 'new.received_bytes > 0'],
    ['end', 'status', `new.status = 'received'`],
  ])('keeps its %s', async (name, column, condition) => {
    const { system } = database.direct.database
    await waitAfter(`wait_${name}`, `update of ${column} on uploads`, condition)
    const { uploadId } = await createTusUpload(hub.url, key, { size: bytes.length })
    const isDone = async (): Promise<boolean> =>
      (await system.row(`select 1 from uploads as new where id = $1 and ${condition}`, [uploadId])) !== undefined
    const patch = () => patchTus(hub.url, key, { uploadId, offset: 0, bytes })
    await interrupt(patch, () => cutUntil(isDone))
    await system.execute(`drop trigger wait_${name} on uploads`)
    const { body } = await hub.json('GET', `/api/v1/distributor/uploads/${uploadId}`, { key })
    expect([body.status, body.sha256]).toEqual(['received', createHash('sha256').update(bytes).digest('hex')])
  })
})
