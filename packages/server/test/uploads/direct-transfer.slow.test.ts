import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Log, silentLog } from '../../src/platform/logging/log.ts'
import { openAccount } from '../faults/database-restart/open-account.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import {
  announce,
  encoded,
  master,
  mebibyte,
  type PartList,
  type PartUrl,
  partBytes,
  partOf,
  put,
} from '../harness/direct-parts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { endHubProcess, startHubProcess } from '../harness/hub-process.ts'
import { type FakeS3, startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { patchTus } from '../harness/tus-client.ts'
import {
  createUploadClient,
  sha256,
  startUploadHub,
  testBytes,
  type UploadClient,
  uploadsPath,
} from '../harness/uploads.ts'

/** Uploads whose bytes are sent directly to the object store, at the addresses of tus. */

const said: string[] = []
const note = (event: string, fields?: object): void => void said.push(event, JSON.stringify(fields ?? {}))
const listeningLog: Log = { ...silentLog, debug: note, info: note, warn: note, error: note }

describe('an upload past the hub', () => {
  let store: FakeS3
  let hub: TestHub
  let client: UploadClient
  beforeAll(async () => {
    store = await startFakeS3({ minPartBytes: 5 * mebibyte, pageSize: 2 })
    hub = await startTestHub({
      environment: { ...store.environment, SPINDLE_DIRECT_TRANSFER: 'on', SPINDLE_LOG_LEVEL: 'debug' },
      overrides: { log: listeningLog },
    })
    client = createUploadClient(hub, await (await createTestAccount(hub)).key(['music:write', 'music:read']))
  })
  beforeEach(() => {
    store.asked.length = 0
    store.visits.length = 0
  })

  const idOf = (path: string): string => path.split('/').at(-1) ?? ''
  const begin = async (bytes: Uint8Array, digest?: string): Promise<{ path: string; list: PartList }> => {
    const response = await client.create(announce(bytes, digest))
    expect(response.status).toBe(201)
    expect(response.headers.get('upload-transfer')).toBe('direct')
    return {
      path: new URL(response.headers.get('location') ?? '').pathname,
      list: (await response.json()) as PartList,
    }
  }
  const report = (path: string, parts: readonly unknown[], key = client.key) =>
    hub.json('POST', `${path}/parts`, { key, body: { parts } })
  const list = (path: string, from = '', key = client.key) => hub.json('GET', `${path}/parts${from}`, { key })
  const readBack = async (path: string): Promise<Buffer> =>
    Buffer.from(await (await hub.request(`${path}/audio`, { headers: { 'x-api-key': client.key } })).arrayBuffer())

  it('arrives bit by bit as it was sent, and none of it at the hub', async () => {
    const { path, list: given } = await begin(master)
    expect(given.partBytes).toBe(partBytes)
    expect(given.parts.map(({ number, headers }) => [number, headers['content-length']])).toEqual([
      [1, '8388608'],
      [2, '8388608'],
      [3, String(master.length - 2 * partBytes)],
    ])
    const { searchParams } = new URL(given.parts[0]?.url ?? '')
    expect(searchParams.get('X-Amz-Expires')).toBe('900')
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host')
    for (const number of [2, 3, 1]) expect((await put(given, number, partOf(master, number))).status).toBe(200)
    expect(await client.offset(path)).toBe(0)
    const { status, body } = await report(path, [1, 2, 3])
    expect(status).toBe(200)
    expect(body).toEqual({ offset: master.length, size: master.length, isComplete: true, missing: [] })
    expect(await client.waitFor(path, 'ready', 'rejected')).toMatchObject({ status: 'ready', sha256: sha256(master) })
    expect((await readBack(path)).equals(master)).toBe(true)
    const asked = store.asked.filter((operation) => operation !== 'get' && operation !== 'put')
    // Each look at three parts takes two pages here.
    expect(asked).toEqual(['begin', 'part', 'part', 'part', 'parts', 'parts', 'parts', 'parts', 'complete', 'head'])
    expect(store.visits.map(({ operation }) => operation)).toEqual(['part', 'part', 'part'])
    expect(store.uploadNames()).toEqual([])
  })

  it('moves its offset over what the storage has in order, whatever is reported', async () => {
    const { path, list: given } = await begin(master)
    expect((await report(path, [1, 2])).body).toEqual({
      offset: 0,
      size: master.length,
      isComplete: false,
      missing: [1, 2],
    })
    await put(given, 1, partOf(master, 1))
    await put(given, 3, partOf(master, 3))
    expect((await report(path, [1, 2, 3, 10_000])).body).toMatchObject({ offset: partBytes, missing: [2, 10_000] })
    expect(await client.offset(path)).toBe(partBytes)
    expect((await hub.json('GET', path, { key: client.key })).body).toMatchObject({
      status: 'awaiting_data',
      offset: partBytes,
      sha256: null,
    })
    await put(given, 2, partOf(master, 2))
    expect((await report(path, [])).body).toMatchObject({ offset: master.length, isComplete: true })
    expect((await report(path, [2])).body).toMatchObject({ offset: master.length, isComplete: true, missing: [] })
    await client.waitFor(path, 'ready')
    expect((await readBack(path)).equals(master)).toBe(true)
  })

  it('takes no part that is shorter or longer than was signed', async () => {
    const { path, list: given } = await begin(master)
    expect((await put(given, 1, partOf(master, 1).subarray(1))).status).toBe(403)
    expect((await put(given, 3, partOf(master, 1))).status).toBe(403)
    expect((await report(path, [1, 3])).body).toMatchObject({ offset: 0, missing: [1, 3] })
  })

  it('is rejected when its bytes are not what was announced', async () => {
    const other = testBytes(partBytes + 1000, 7)
    const { path, list: given } = await begin(other, sha256(master))
    await put(given, 1, partOf(other, 1))
    await put(given, 2, partOf(other, 2))
    expect((await report(path, [1, 2])).body).toMatchObject({ isComplete: true })
    expect(await client.waitFor(path, 'ready', 'rejected')).toMatchObject({
      status: 'rejected',
      sha256: null,
      findings: [{ code: 'checksum_mismatch' }],
    })
  })

  it('is rejected when a second client sent a part of another file', async () => {
    const { path, list: given } = await begin(master)
    for (const number of [1, 2]) await put(given, number, partOf(master, number))
    expect((await report(path, [1, 2])).body).toMatchObject({ offset: 2 * partBytes })
    expect((await put(given, 1, testBytes(partBytes, 3))).status).toBe(200)
    store.violations.length = 0
    await put(given, 3, partOf(master, 3))
    expect((await report(path, [3])).body).toMatchObject({ isComplete: true })
    expect(await client.waitFor(path, 'ready', 'rejected')).toMatchObject({
      status: 'rejected',
      findings: [{ code: 'checksum_mismatch' }],
    })
  })

  it('continues through the hub after parts that were never counted', async () => {
    const { path, list: given } = await begin(master)
    await put(given, 1, partOf(master, 1))
    await put(given, 3, partOf(master, 3))
    expect((await report(path, [1])).body).toMatchObject({ offset: partBytes })
    const middle = partBytes + 3 * mebibyte
    expect((await client.patch(path, partBytes, master.subarray(partBytes, middle))).status).toBe(204)
    const refused = await report(path, [3])
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ error: 'upload_offset_mismatch', offset: middle })
    expect((await list(path)).status).toBe(409)
    expect((await put(given, 2, partOf(master, 2))).status).toBe(200)
    expect((await client.patch(path, middle, master.subarray(middle))).status).toBe(204)
    expect(await client.waitFor(path, 'ready', 'rejected')).toMatchObject({ status: 'ready', sha256: sha256(master) })
    expect((await readBack(path)).equals(master)).toBe(true)
    expect(store.violations).toEqual([])
  })

  it('takes nothing at the store any more once the hub has the first byte', async () => {
    const { path, list: given } = await begin(master)
    expect((await client.patch(path, 0, master.subarray(0, partBytes))).status).toBe(204)
    expect((await put(given, 1, partOf(master, 1))).status).toBe(404)
    expect((await client.patch(path, partBytes, master.subarray(partBytes))).status).toBe(204)
    expect(await client.waitFor(path, 'ready', 'rejected')).toMatchObject({ status: 'ready' })
    expect(store.uploadNames().filter((name) => name.includes(idOf(path)))).toEqual([])
  })

  it('leaves nothing when it is taken away', async () => {
    const { path, list: given } = await begin(master)
    await put(given, 1, partOf(master, 1))
    expect((await hub.json('DELETE', path, { key: client.key })).status).toBe(204)
    await eventually(() => !store.uploadNames().some((name) => name.includes(idOf(path))), { what: 'the parts to go' })
    expect((await put(given, 2, partOf(master, 2))).status).toBe(404)
    expect((await report(path, [1])).status).toBe(410)
    expect((await list(path)).status).toBe(410)
  })

  it('is begun once however often its creation is repeated', async () => {
    const headers = { ...announce(master), 'idempotency-key': 'direct-1' }
    const [first, second] = [await client.create(headers), await client.create(headers)]
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    // Leftovers of another upload may still be cleaned up.
    expect(store.asked.filter((operation) => operation === 'begin')).toEqual(['begin'])
    const given = (await second.json()) as PartList
    expect((await put(given, 1, partOf(master, 1))).status).toBe(200)
  })

  it('has the addresses of 100 parts at a time', async () => {
    const response = await client.create({ ...announce(master), 'upload-length': String(101 * partBytes + 5) })
    const path = new URL(response.headers.get('location') ?? '').pathname
    const first = (await response.json()) as PartList
    expect([first.parts.length, first.parts[0]?.number, first.parts[99]?.number]).toEqual([100, 1, 100])
    const rest = await list(path, '?from=101')
    expect(rest.headers.get('cache-control')).toBe('no-store')
    expect(rest.body.parts.map((part: PartUrl) => [part.number, part.headers['content-length']])).toEqual([
      [101, '8388608'],
      [102, '5'],
    ])
    expect((await list(path, '?from=103')).body.parts).toEqual([])
  })

  it('belongs to its account only', async () => {
    const { path } = await begin(master)
    const other = await (await createTestAccount(hub, 'Other')).key(['music:write', 'music:read'])
    expect((await list(path, '', other)).status).toBe(404)
    expect((await report(path, [1], other)).status).toBe(404)
    expect((await hub.request(`${path}/parts`)).status).toBe(401)
  })

  it.each([
    ['/parts', { parts: [0] }],
    ['/parts', { parts: ['1'] }],
    ['/parts', { parts: 1 }],
    ['/parts', {}],
  ])('says what is wrong with a report: %s of %j', async (pointer, body) => {
    const { path } = await begin(master)
    const answer = await hub.json('POST', `${path}/parts`, { key: client.key, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ pointer }])
  })

  it('names what is wrong with a request', async () => {
    const { path } = await begin(master)
    for (const from of ['?from=0', '?from=x', '?from=10001', '?from=1&from=2'])
      expect((await list(path, from)).body.errors).toMatchObject([{ pointer: 'from' }])
  })

  it.each([
    ['Upload-Transfer', { 'upload-transfer': 'sideways' }],
    ['Upload-Metadata', { 'upload-metadata': `filename ${encoded('a.wav')}` }],
  ])('says what is missing: %s', async (pointer, headers) => {
    const answer = await client.create({ ...announce(master), ...headers })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { errors: unknown }).errors).toMatchObject([{ pointer }])
  })

  it('needs its length', async () => {
    const { 'upload-length': _length, ...headers } = announce(master)
    const answer = await client.create({ ...headers, 'upload-defer-length': '1' })
    expect(((await answer.json()) as { errors: unknown }).errors).toMatchObject([{ pointer: 'Upload-Length' }])
  })

  it('is sent through the hub if it has no byte, or if the creation had the first ones', async () => {
    const empty = await client.create(announce(Buffer.alloc(0)))
    expect([empty.status, empty.headers.get('upload-transfer')]).toEqual([201, null])
    const begun = await client.create(
      { ...announce(master), 'content-type': 'application/offset+octet-stream' },
      master.subarray(0, 1000),
    )
    expect([begun.status, begun.headers.get('upload-transfer')]).toEqual([201, null])
    expect(begun.headers.get('upload-offset')).toBe('1000')
    const path = new URL(begun.headers.get('location') ?? '').pathname
    expect((await list(path)).body).toMatchObject({ error: 'upload_offset_mismatch', offset: 1000 })
    expect((await report(path, [1])).status).toBe(409)
  })

  it('is counted in the quota from its creation', async () => {
    const full = await startTestHub({
      role: 'api',
      environment: {
        ...(await startFakeS3()).environment,
        SPINDLE_DIRECT_TRANSFER: 'on',
        SPINDLE_QUOTA_STORED_BYTES: String(master.length),
      },
    })
    const small = createUploadClient(full, await (await createTestAccount(full)).key())
    expect((await small.create(announce(master))).status).toBe(201)
    expect(await (await small.create(announce(master))).json()).toMatchObject({ error: 'quota_exceeded' })
  })

  it('leaves no address in the log', () => {
    expect(said.length).toBeGreaterThan(0)
    expect(said.join('\n')).not.toContain('X-Amz')
  })
})

describe('a hub that offers no direct transfer', () => {
  it.each([
    ['stores on a disk', async () => ({})],
    ['was not told to', async () => (await startFakeS3()).environment],
  ])('because it %s answers as ever', async (_why, environment) => {
    const client = await startUploadHub({ environment: await environment() })
    const response = await client.create(announce(master))
    expect([response.status, response.headers.get('upload-transfer')]).toEqual([201, null])
    expect(await response.text()).toBe('')
    const path = new URL(response.headers.get('location') ?? '').pathname
    expect((await client.hub.json('GET', `${path}/parts`, { key: client.key })).status).toBe(409)
    expect((await client.patch(path, 0, master)).status).toBe(204)
  })
})

it('an upload past the hub survives that the hub is killed', { timeout: 300_000 }, async () => {
  const store = await startFakeS3({ minPartBytes: 5 * mebibyte, pageSize: 100 })
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-killed-direct-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const environment = { ...store.environment, SPINDLE_DATA_DIR: dataDir, SPINDLE_DIRECT_TRANSFER: 'on' }
  let hub = await startHubProcess({ dataDir, environment })
  atEnd(() => endHubProcess(hub, dataDir))
  const { key } = await openAccount(hub, dataDir, store.environment)
  const killed = async (): Promise<void> => {
    await hub.kill('tree')
    hub = await startHubProcess({ dataDir, environment })
  }
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${hub.url}${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  const created = await fetch(`${hub.url}${uploadsPath}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'tus-resumable': '1.0.0', ...announce(master) },
  })
  const path = new URL(created.headers.get('location') ?? '').pathname
  const given = (await created.json()) as PartList
  await put(given, 1, partOf(master, 1))
  await killed()
  expect(await (await ask('POST', `${path}/parts`, { parts: [1] })).json()).toMatchObject({ offset: partBytes })
  await put(given, 2, partOf(master, 2))
  await killed()
  const more = (await (await ask('GET', `${path}/parts?from=2`)).json()) as PartList
  expect(more.parts.map(({ number }) => number)).toEqual([2, 3])
  expect(await (await ask('POST', `${path}/parts`, { parts: [] })).json()).toMatchObject({ offset: 2 * partBytes })
  await killed()
  await patchTus(hub.url, key, {
    uploadId: path.split('/').at(-1) ?? '',
    offset: 2 * partBytes,
    bytes: master.subarray(2 * partBytes),
  })
  const ready = await eventually(
    async () => {
      const upload = (await (await ask('GET', path)).json()) as { status: string }
      return upload.status === 'ready' || upload.status === 'rejected' ? upload : undefined
    },
    { what: 'the analysis' },
  )
  expect(ready).toMatchObject({ status: 'ready', sha256: sha256(master) })
  expect(store.violations).toEqual([])
})
