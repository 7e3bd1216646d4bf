import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../../src/config/problems.ts'
import { openAccount } from '../faults/database-restart/open-account.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { databaseSettings } from '../harness/connect.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { endHubProcess, startHubProcess } from '../harness/hub-process.ts'
import { type FakeS3, startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { coverCmyk, masterWav } from '../harness/submittable.ts'
import { askTusOffset, createTusUpload, patchTus } from '../harness/tus-client.ts'
import { createUploadClient, sha256, testBytes, type UploadClient } from '../harness/uploads.ts'

/** A hub whose uploads are in an object store, from the first byte to the last. */

const mebibyte = 1024 * 1024
const strictParts = { minPartBytes: 5 * mebibyte, pageSize: 100 }

describe('a hub on an object store', () => {
  let store: FakeS3
  let hub: TestHub
  let client: UploadClient
  beforeAll(async () => {
    store = await startFakeS3(strictParts)
    hub = await startTestHub({ environment: store.environment })
    client = createUploadClient(hub, await (await createTestAccount(hub)).key(['music:write', 'music:read']))
  })
  beforeEach(() => {
    store.faultOf = () => undefined
  })

  const idOf = (path: string): string => path.split('/').at(-1) ?? ''
  const objectsOf = (path: string): string[] => store.objectNames().filter((name) => name.includes(idOf(path)))
  const get = (path: string, headers: Record<string, string> = {}) =>
    hub.request(path, { headers: { 'x-api-key': client.key, ...headers } })
  const upload = async (bytes: Buffer, metadata?: string): Promise<string> => {
    const path = await client.begin(bytes.length, metadata)
    expect((await client.patch(path, 0, bytes)).status).toBe(204)
    return path
  }

  it('receives a master in pieces, analyses the bytes that were read back, and plays it by range', async () => {
    const master = masterWav(1, 2)
    const path = await client.begin(master.length)
    const half = Math.floor(master.length / 2)
    expect((await client.patch(path, 0, master.subarray(0, half))).status).toBe(204)
    expect(await client.offset(path)).toBe(half)
    expect((await client.patch(path, half, master.subarray(half))).status).toBe(204)
    expect(await client.waitFor(path, 'ready')).toMatchObject({ sha256: sha256(master) })
    const range = await get(`${path}/audio`, { range: 'bytes=100-199' })
    expect(range.status).toBe(206)
    expect(Buffer.from(await range.arrayBuffer()).equals(master.subarray(100, 200))).toBe(true)
    const whole = Buffer.from(await (await get(`${path}/audio`)).arrayBuffer())
    expect(whole.equals(master)).toBe(true)
    expect(objectsOf(path)).toHaveLength(1)
    expect(await readdir(join(hub.dataDir, 'temp'))).toEqual([])
  })

  it('sends a file of many parts once, and stores nothing on its own disk', async () => {
    const asked = store.asked.length
    const bytes = testBytes(20 * mebibyte)
    const path = await upload(bytes)
    const counts = store.asked.slice(asked).filter((operation) => ['part', 'put', 'complete'].includes(operation))
    expect(counts.sort()).toEqual(['complete', 'part', 'part', 'part'])
    expect(await client.waitFor(path, 'rejected')).toMatchObject({ sha256: sha256(bytes) })
    expect(await readdir(hub.dataDir)).not.toContain('uploads')
  })

  it('keeps small pictures next to a cover', async () => {
    const path = await upload(await coverCmyk(), `filetype ${Buffer.from('image/jpeg').toString('base64')}`)
    await client.waitFor(path, 'ready')
    const picture = await get(`${path}/image?size=64`)
    expect(picture.status).toBe(200)
    await picture.arrayBuffer()
    expect(objectsOf(path).some((name) => name.endsWith('/rendition.64.webp'))).toBe(true)
  })

  it('leaves nothing of an upload that is taken away before its end', async () => {
    const path = await client.begin(30 * mebibyte)
    expect((await client.patch(path, 0, testBytes(10 * mebibyte))).status).toBe(204)
    expect(store.uploadNames().some((name) => name.includes(idOf(path)))).toBe(true)
    expect((await hub.json('DELETE', path, { key: client.key })).status).toBe(204)
    await eventually(() => objectsOf(path).length === 0 && !store.uploadNames().join().includes(idOf(path)), {
      what: 'the objects to be gone',
    })
  })

  it('answers 503 while the store is away, and resumes after the last acknowledged byte', async () => {
    const bytes = testBytes(2 * mebibyte)
    const path = await client.begin(bytes.length)
    expect((await client.patch(path, 0, bytes.subarray(0, mebibyte))).status).toBe(204)
    store.faultOf = () => 'error'
    const refused = await client.patch(path, mebibyte, bytes.subarray(mebibyte))
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).not.toBeNull()
    expect((await hub.request('/readyz')).status).toBe(200)
    store.faultOf = () => undefined
    expect(await client.offset(path)).toBe(mebibyte)
    expect((await client.patch(path, mebibyte, bytes.subarray(mebibyte))).status).toBe(204)
    const { body } = await hub.json('GET', path, { key: client.key })
    expect(body).toMatchObject({ offset: bytes.length, sha256: sha256(bytes) })
  })

  /**
   * In two objects, because sent bytes were dropped after a wrong checksum. It is not read before the store answers
   * `get`.
   */
  const uploadInTwo = async (master: Buffer): Promise<string> => {
    store.faultOf = (operation) => (operation === 'get' ? 'error' : undefined)
    const path = await client.begin(master.length)
    const at = 8 * mebibyte
    expect((await client.patch(path, 0, master.subarray(0, at))).status).toBe(204)
    const wrong = { 'upload-checksum': `sha1 ${Buffer.alloc(20).toString('base64')}` }
    expect((await client.patch(path, at, master.subarray(at, 2 * at + 1), wrong)).status).toBe(460)
    expect((await client.patch(path, at, master.subarray(at))).status).toBe(204)
    expect(objectsOf(path)).toHaveLength(2)
    return path
  }
  const countSegments = async (path: string): Promise<number | undefined> =>
    (
      await hub.opened.database.system.row<{ count: number }>(
        `select jsonb_array_length(receipt -> 'segments') as count from uploads where id = $1`,
        [idOf(path)],
      )
    )?.count
  const readAudio = async (path: string): Promise<Buffer> =>
    Buffer.from(await (await get(`${path}/audio`)).arrayBuffer())

  it('makes one object of an upload in two before it is ready, and keeps the two for those who read them', async () => {
    const master = masterWav(3, 100)
    const path = await uploadInTwo(master)
    store.faultOf = () => undefined
    expect(await client.waitFor(path, 'ready')).toMatchObject({ sha256: sha256(master) })
    expect(await countSegments(path)).toBe(1)
    expect(objectsOf(path)).toHaveLength(3)
    expect((await readAudio(path)).equals(master)).toBe(true)
  })

  it('finishes an upload in two as it is when the store takes no other object', async () => {
    const master = masterWav(4, 100)
    const path = await uploadInTwo(master)
    store.faultOf = (operation) => (operation === 'begin' ? 'error' : undefined)
    expect(await client.waitFor(path, 'ready')).toMatchObject({ sha256: sha256(master) })
    expect(await countSegments(path)).toBe(2)
    expect((await readAudio(path)).equals(master)).toBe(true)
  })

  it('rejects an upload whose bytes differ when they are read back', async () => {
    const master = masterWav(2, 2)
    // Before the analysis reads them.
    store.faultOf = (operation) => (operation === 'get' ? 'error' : undefined)
    const path = await upload(master)
    store.spoil(objectsOf(path)[0] ?? '')
    store.faultOf = () => undefined
    expect(await client.waitFor(path, 'rejected', 'ready')).toMatchObject({
      status: 'rejected',
      findings: [{ code: 'storage_failed' }],
    })
  })

  it('is refused by a hub with another database, and loses nothing', async () => {
    const path = await upload(testBytes(1000))
    const before = objectsOf(path)
    const other = startTestHub({
      environment: store.environment,
      overrides: { openDatabase: await createTestDatabase() },
    })
    await expect(other).rejects.toThrow(ConfigError)
    expect(objectsOf(path)).toEqual(before)
    expect(store.objectNames()).toContain('hub/hub-id')
  })

  it('learns from doctor what is wrong with the bucket', async () => {
    const { code, out } = await runOperatorCommand(['doctor'], {
      ...databaseSettings(hub.opened.connection),
      SPINDLE_DATA_DIR: hub.dataDir,
      SPINDLE_SECRET: 's'.repeat(32),
      ...store.environment,
      SPINDLE_BLOBS: 's3://another',
    })
    expect(code).toBe(1)
    expect(out.find((line) => line.startsWith('FAIL storage for uploads'))).toMatch(
      /NoSuchBucket.*Fix: check SPINDLE_BLOBS/,
    )
  })

  it('breaks no rule of the store', () => expect(store.violations).toEqual([]))
})

it('an upload survives that its hub is killed, with every byte that was acknowledged', {
  timeout: 300_000,
}, async () => {
  const store = await startFakeS3(strictParts)
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-killed-s3-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const options = { dataDir, environment: { ...store.environment, SPINDLE_DATA_DIR: dataDir } }
  let hub = await startHubProcess(options)
  atEnd(() => endHubProcess(hub, dataDir))
  const { key } = await openAccount(hub, dataDir, store.environment)
  const bytes = testBytes(21 * mebibyte)
  const { uploadId } = await createTusUpload(hub.url, key, { size: bytes.length })
  for (const [offset, end] of [
    [0, 1],
    [1, 9],
    [9, 18],
  ] as const) {
    const piece = bytes.subarray(offset * mebibyte, end * mebibyte)
    await patchTus(hub.url, key, { uploadId, offset: offset * mebibyte, bytes: piece })
    await hub.kill('tree')
    hub = await startHubProcess(options)
    expect(await askTusOffset(hub.url, key, uploadId)).toBe(end * mebibyte)
  }
  await patchTus(hub.url, key, { uploadId, offset: 18 * mebibyte, bytes: bytes.subarray(18 * mebibyte) })
  // No process has received it completely: the job computes its digest.
  const found = await eventually(
    async () => {
      const answer = await fetch(`${hub.url}/api/v1/distributor/uploads/${uploadId}`, { headers: { 'x-api-key': key } })
      const upload = (await answer.json()) as { readonly sha256: string | null }
      return upload.sha256 !== null && upload
    },
    { what: 'the digest' },
  )
  expect(found).toMatchObject({ offset: bytes.length, sha256: sha256(bytes) })
  expect(store.violations).toEqual([])
})
