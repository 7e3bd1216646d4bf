import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atStart, onDisk } from '../harness/disk-blobs.ts'
import { createTestDatabase, startTestHub } from '../harness/hub.ts'
import { startSecondNode } from '../harness/second-node.ts'
import { createUploadClient, sha256, startUploadHub, testBytes } from '../harness/uploads.ts'

/** What a crash leaves behind, and how it is repaired. */

describe('after a restart', () => {
  it('an upload continues and ends with the right digest, though the first half was received before', async () => {
    const opened = await createTestDatabase()
    const first = await startTestHub({ role: 'api', overrides: { openDatabase: { ...opened, close: async () => {} } } })
    const key = await (await createTestAccount(first)).key()
    const before = createUploadClient(first, key)
    const bytes = testBytes(3_000_000)
    const path = await before.begin(bytes.length)
    await before.patch(path, 0, bytes.subarray(0, 1_000_000))
    const second = await startTestHub({
      role: 'api',
      environment: { SPINDLE_DATA_DIR: first.dataDir },
      overrides: { openDatabase: opened },
    })
    await first.hub.close()
    const after = createUploadClient(second, key)
    expect(await after.offset(path)).toBe(1_000_000)
    expect((await after.patch(path, 1_000_000, bytes.subarray(1_000_000))).status).toBe(204)
    const { body } = await second.json('GET', path, { key })
    expect(body).toMatchObject({ status: 'received', sha256: sha256(bytes) })
  })

  it('HEAD finishes an upload whose bytes were all durable', async () => {
    const client = await startUploadHub()
    const bytes = testBytes(1000)
    const path = await client.begin(2000)
    await client.patch(path, 0, bytes)
    // As after a crash between the last commit and the finish: every byte is stored, but nothing was done about it.
    await client.hub.opened.database.system.execute(
      `update uploads set size = received_bytes, writer_epoch = writer_epoch + 1 where id = $1`,
      [path.split('/').at(-1)],
    )
    expect((await client.head(path)).headers.get('upload-offset')).toBe('1000')
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body).toMatchObject({ status: 'received', sha256: sha256(bytes) })
  })

  it('a job computes the digest of a large report that no request has read whole', async () => {
    const client = await startUploadHub()
    const { dataDir, opened, json } = client.hub
    const bytes = Buffer.alloc(17 * 1024 ** 2, 'ZZABC2600001,7\n')
    const path = await client.begin(bytes.length, `filename ${btoa('plays.csv')},kind ${btoa('report')}`)
    const id = path.split('/').at(-1) as `upl_${string}`
    // As after a crash: a process that has ended had stored every byte.
    const writer = await diskBlobs(join(dataDir, 'uploads')).openWriter(onDisk(id), atStart)
    await writer.write([bytes])
    await writer.sync('all')
    await writer.close()
    await opened.database.system.execute(
      'update uploads set received_bytes = size, writer_epoch = writer_epoch + 1 where id = $1',
      [id],
    )
    expect((await client.head(path)).headers.get('upload-offset')).toBe('17825792')
    expect((await json('GET', path, { key: client.key })).body).toMatchObject({ status: 'received', sha256: null })
    expect(await opened.database.system.rows('select key, task_identifier as task from graphile_worker.jobs')).toEqual([
      { key: `analyse:${id}`, task: 'analyseUpload' },
    ])
    await startSecondNode(client.hub, { role: 'worker' })
    expect(await client.waitFor(path, 'ready', 'rejected')).toMatchObject({
      status: 'ready',
      sha256: 'f83646bef155f3693352cf302e68aea69f36ef0c191a3e39854125d41d585bca',
      technical: null,
    })
  })

  it('bytes that are missing are never taken for received', async () => {
    const client = await startUploadHub()
    const path = await client.begin(2000)
    await client.patch(path, 0, testBytes(1000))
    await client.hub.opened.database.system.execute(
      `update uploads set writer_epoch = writer_epoch + 1 where id = $1`,
      [path.split('/').at(-1)],
    )
    await rm(join(client.hub.dataDir, 'uploads', 'partial'), { recursive: true })
    const response = await client.patch(path, 1000, testBytes(1000))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: 'storage_unavailable' })
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body.status).toBe('awaiting_data')
  })
})

describe('analysis', () => {
  it('runs automatically and rejects what is not audio', async () => {
    const client = await startUploadHub({ role: 'all' })
    const path = await client.begin(1000)
    await client.patch(path, 0, testBytes(1000))
    const body = await client.waitFor(path, 'ready', 'rejected')
    expect(body).toMatchObject({ status: 'rejected', findings: [{ code: 'unsupported_format', severity: 'error' }] })
    // All bytes are stored: a client that asks again must not start again.
    expect((await client.head(path)).headers.get('upload-offset')).toBe('1000')
  })
})
