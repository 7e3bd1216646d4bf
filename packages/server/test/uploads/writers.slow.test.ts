import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import {
  createUploadClient,
  openRaw,
  sha256,
  startUploadHub,
  testBytes,
  type UploadClient,
} from '../harness/uploads.ts'

/**
 * Several requests try to write one upload: one succeeds, the others are refused, and none of their bytes is stored.
 */

describe('writers of one upload', () => {
  let client: UploadClient
  let node: TestHub
  let other: UploadClient
  beforeAll(async () => {
    client = await startUploadHub()
    // A second node: the same database and the same storage.
    node = await startTestHub({
      role: 'api',
      environment: { SPINDLE_DATA_DIR: client.hub.dataDir },
      overrides: { openDatabase: { ...client.hub.opened, close: async () => {} } },
    })
    other = createUploadClient(node, client.key)
  })

  const finalOf = async (path: string) => (await client.hub.json('GET', path, { key: client.key })).body

  it('of twenty at one offset one succeeds', async () => {
    const bodies = Array.from({ length: 20 }, (_, seed) => testBytes(200_000, seed + 1))
    const path = await client.begin(200_000)
    const answers = await Promise.all(
      bodies.map((body, index) => (index % 2 === 0 ? client : other).patch(path, 0, body)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    const winner = bodies[statuses.indexOf(204)]
    expect(await finalOf(path)).toMatchObject({ status: 'received', sha256: sha256(winner ?? Buffer.of()) })
  })

  const halfOpen = async (path: string, body: Buffer, sent: number) => {
    const connection = await openRaw(client.hub.url)
    connection.write(client.patchHead(path, 0, { 'Content-Length': String(body.length) }))
    connection.write(body.subarray(0, sent))
    return connection
  }

  it('forty concurrent DELETEs end it, do not wait, and stop the writer', async () => {
    const body = testBytes(500_000)
    const path = await client.begin(body.length)
    const writer = await halfOpen(path, body, 100_000)
    await client.stored(path, 100_000)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => client.hub.json('DELETE', path, { key: client.key })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(39)
    expect(await writer.read(/HTTP/)).toContain('HTTP/1.1 409')
  })

  it('HEAD stops a half-open one immediately, and its late bytes are dropped', async () => {
    const body = testBytes(500_000)
    const path = await client.begin(body.length)
    const old = await halfOpen(path, body, 100_000)
    await client.stored(path, 100_000)
    const offset = await client.offset(path)
    expect(offset).toBe(100_000)
    old.write(Buffer.alloc(100_000, 0xee))
    const rest = await client.patch(path, offset, body.subarray(offset))
    expect(rest.status).toBe(204)
    expect(await old.read(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 409 /)
    expect((await finalOf(path)).sha256).toBe(sha256(body))
  })

  it('PATCH stops a half-open one before the wait times out', async () => {
    const body = testBytes(500_000, 2)
    const path = await client.begin(body.length)
    await halfOpen(path, body, 50_000)
    await client.stored(path, 50_000)
    // What the old one had received counts: the new one learns where to continue.
    const first = await client.patch(path, 0, body)
    expect(await first.json()).toMatchObject({ error: 'upload_offset_mismatch', offset: 50_000 })
    expect((await client.patch(path, 50_000, body.subarray(50_000))).status).toBe(204)
    expect((await finalOf(path)).sha256).toBe(sha256(body))
  })

  it('another node claims it at the committed offset, and the old writer is fenced', async () => {
    const body = testBytes(700_000, 3)
    const path = await client.begin(body.length)
    await client.patch(path, 0, body.subarray(0, 200_000))
    const old = await openRaw(client.hub.url)
    old.write(client.patchHead(path, 200_000, { 'Content-Length': '500000' }))
    old.write(Buffer.alloc(300_000, 0xee))
    await client.stored(path, 500_000)
    const offset = await other.offset(path)
    expect((await other.patch(path, offset, body.subarray(offset, 600_000))).status).toBe(204)
    old.write(Buffer.alloc(200_000, 0xee))
    expect(await old.read(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 409 /)
    // And back to the first node, which must not continue where its own writer ended.
    expect((await client.patch(path, 600_000, body.subarray(600_000))).status).toBe(204)
    expect((await finalOf(path)).sha256).toBe(sha256(body))
  })

  it('a claim by another node stops the old writer immediately, even if it receives nothing more', async () => {
    const body = testBytes(700_000, 4)
    const path = await client.begin(body.length)
    const old = await halfOpen(path, body, 300_000)
    await client.stored(path, 300_000)
    // The old one has committed nothing yet, and is far from its next checkpoint.
    expect((await other.patch(path, 0, body)).status).toBe(204)
    expect(await old.read(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 409 /)
    expect((await finalOf(path)).sha256).toBe(sha256(body))
  })

  it('lets no other account stop a writer or see that the upload exists', async () => {
    const stranger = createUploadClient(client.hub, await (await createTestAccount(client.hub)).key())
    const body = testBytes(500_000)
    const path = await client.begin(body.length)
    const writer = await halfOpen(path, body, 100_000)
    await client.stored(path, 100_000)
    const unknown = `${path.slice(0, -4)}0000`
    const fields = async (response: Response) => ({
      status: response.status,
      headers: [...response.headers].filter(([name]) => !/^(date|x-request-id|ratelimit|request-id)/i.test(name)),
      body: (await response.text()).replaceAll(/"(instance|requestId)":"[^"]*"/g, ''),
    })
    for (const ask of [
      (at: string) => stranger.head(at),
      (at: string) => stranger.patch(at, 100_000, testBytes(10)),
      (at: string) => stranger.patch(at, 0, testBytes(10)),
    ]) {
      const answer = await fields(await ask(path))
      expect(answer.status).toBe(404)
      expect(answer).toEqual(await fields(await ask(unknown)))
    }
    writer.write(body.subarray(100_000))
    expect(await writer.read(/HTTP/)).toContain('HTTP/1.1 204')
    expect(await finalOf(path)).toMatchObject({ status: 'received', sha256: sha256(body) })
  })
})
