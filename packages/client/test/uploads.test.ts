import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { type Fault, startFaultProxy } from '../../server/test/harness/fault-proxy.ts'
import type { TestHub } from '../../server/test/harness/hub.ts'
import { sharedHub } from '../../server/test/harness/shared-hub.ts'
import { sha256, testBytes } from '../../server/test/harness/uploads.ts'
import {
  ConnectionError,
  memoryUploadCache,
  Spindle,
  type Upload,
  UploadError,
  type UploadProgress,
  type UploadRetry,
} from '../src/index.ts'

const partBytes = 300 * 1024
const bytes = new Uint8Array(testBytes(3 * partBytes + 17))
const digest = sha256(bytes)

let hub: TestHub
let key: string
let folder: string
beforeAll(async () => {
  hub = await sharedHub()
  key = await (await createTestAccount(hub)).key()
  folder = await mkdtemp(join(tmpdir(), 'spindle-client-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const client = () => new Spindle({ baseUrl: hub.url, apiKey: key })
/** A client whose first connection breaks; at its own address, because connections are kept for later calls. */
async function overBreaking(fault: Fault) {
  const { hostname, port } = new URL(hub.url)
  const line = await startFaultProxy({ host: hostname, port: Number(port) })
  onTestFinished(() => line.close())
  const passage = line.breakNext(fault)
  return { passage, client: new Spindle({ baseUrl: `http://127.0.0.1:${line.port}`, apiKey: key }) }
}
const streamOf = (content: Uint8Array, chunkBytes = 70_000) => {
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= content.length) controller.close()
      else controller.enqueue(content.subarray(at, at + chunkBytes))
      at += chunkBytes
    },
  })
}
const countUploads = async () => (await client().uploads.list({ count: true, limit: 1 }).page()).page.total

describe('uploads.create', () => {
  it.each([
    ['a Blob', () => new Blob([bytes], { type: 'audio/wav' })],
    ['an ArrayBuffer', () => bytes.buffer],
    ['bytes', () => bytes],
    ['a stream of unknown length', () => streamOf(bytes)],
  ])('sends %s bit by bit', async (_name, input) => {
    const upload = await client().uploads.create(input(), {
      filename: 'Ünder.wav',
      kind: 'audio',
      partBytes,
    })
    expect(upload).toMatchObject({ filename: 'Ünder.wav', kind: 'audio', size: bytes.length, sha256: digest })
    expect(upload.status).not.toBe('awaiting_data')
  })

  it.each([0, 1, partBytes, 2 * partBytes])('sends a stream of %i bytes, with size or without', async (length) => {
    const content = bytes.slice(0, length)
    for (const size of [undefined, length]) {
      const upload = await client().uploads.create(streamOf(content), { size, partBytes })
      expect(upload).toMatchObject({ size: length, sha256: sha256(content) })
    }
  })

  it('takes name and type from a File', async () => {
    const file = new File([bytes], 'cover.png', { type: 'image/png' })
    const upload = await client().uploads.create(file)
    expect(upload).toMatchObject({ filename: 'cover.png', kind: 'image', contentType: 'image/png' })
  })

  it('reports progress in bytes and rate', async () => {
    const seen: UploadProgress[] = []
    const upload = await client().uploads.create(bytes, { partBytes, onProgress: (one) => seen.push(one) })
    expect(seen.map(({ uploadedBytes }) => uploadedBytes)).toEqual([
      0,
      partBytes,
      2 * partBytes,
      3 * partBytes,
      bytes.length,
    ])
    expect(seen.at(-1)).toMatchObject({ uploadId: upload.id, totalBytes: bytes.length })
    expect(seen.at(-1)?.bytesPerSecond).toBeGreaterThan(0)
  })

  it('sends the SHA-256 of each part and of the whole', async () => {
    const sent: { readonly method: string | undefined; readonly headers: Headers }[] = []
    const fetching = new Spindle({
      baseUrl: hub.url,
      apiKey: key,
      fetch(url, init) {
        sent.push({ method: init.method, headers: new Headers(init.headers) })
        return fetch(url, init)
      },
    })
    await fetching.uploads.create(bytes, { partBytes: 2 * partBytes })
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH', 'GET'])
    const base64 = (part: Uint8Array) => Buffer.from(sha256(part), 'hex').toString('base64')
    expect(sent[0]?.headers.get('upload-metadata')).toBe(`sha256 ${Buffer.from(digest).toString('base64')}`)
    expect(sent[1]?.headers.get('upload-checksum')).toBe(`sha256 ${base64(bytes.subarray(0, 2 * partBytes))}`)
    expect(sent[2]?.headers.get('upload-checksum')).toBe(`sha256 ${base64(bytes.subarray(2 * partBytes))}`)
  })

  it('is refused by the hub when the bytes are not those of the stated SHA-256', async () => {
    const wrong: unknown = await client()
      .uploads.create(bytes, { sha256: '0'.repeat(64) })
      .catch((caught: unknown) => caught)
    expect(wrong).toBeInstanceOf(UploadError)
    expect(wrong).toMatchObject({ code: 'checksum_mismatch', isResumable: false })
    expect(String(wrong)).toContain('Start a new one')
  })

  it('reports that a source is shorter than its size', async () => {
    await expect(client().uploads.create(streamOf(bytes), { size: bytes.length + 1 })).rejects.toMatchObject({
      name: 'UploadError',
      code: 'source_ended',
    })
  })

  it('names what is wrong with the key', async () => {
    const stranger = new Spindle({ baseUrl: hub.url, apiKey: 'spn_wrong' })
    await expect(stranger.uploads.create(bytes)).rejects.toMatchObject({ name: 'AuthenticationError', status: 401 })
  })
})

describe('a line that breaks', () => {
  const afterBytes = Math.floor(1.6 * partBytes)

  it.each(['end', 'reset'] as const)('by %s in the middle of a part costs nothing but a retry', async (how) => {
    const before = (await countUploads()) ?? 0
    const breaking = await overBreaking({ afterBytes, direction: 'up', how })
    const offsets: number[] = []
    const retries: UploadRetry[] = []
    const upload = await breaking.client.uploads.create(bytes, {
      partBytes,
      onProgress: ({ uploadedBytes }) => offsets.push(uploadedBytes),
      onRetry: (retry) => retries.push(retry),
    })
    expect(breaking.passage.up).toBe(afterBytes)
    expect(retries).toMatchObject([{ uploadId: upload.id, attempt: 1, maxRetries: 8 }])
    expect(retries[0]?.error).toBeInstanceOf(ConnectionError)
    expect(upload).toMatchObject({ size: bytes.length, sha256: digest })
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
    expect(await countUploads()).toBe(before + 1)
  })

  it('before the answer of the creation leaves one upload, not two', async () => {
    const before = (await countUploads()) ?? 0
    const breaking = await overBreaking({ afterBytes: 1, direction: 'down', how: 'reset' })
    await breaking.client.uploads.create(bytes)
    expect(breaking.passage.down).toBe(1)
    expect(await countUploads()).toBe(before + 1)
  })

  it('for a stream sends again only what was not acknowledged', async () => {
    const breaking = await overBreaking({ afterBytes, direction: 'up', how: 'reset' })
    const upload = await breaking.client.uploads.create(streamOf(bytes), { partBytes })
    expect(breaking.passage.up).toBe(afterBytes)
    expect(upload.sha256).toBe(digest)
  })

  it('that is silent ends with the time limit of the part', async () => {
    const breaking = await overBreaking({ afterBytes, direction: 'up', how: 'silence' })
    const upload = await breaking.client.uploads.create(bytes, { partBytes, timeoutMs: 3_000 })
    expect(breaking.passage.up).toBe(afterBytes)
    expect(upload.sha256).toBe(digest)
  })
})

describe('an upload that ended early', () => {
  it('continues with the same call after an abort', async () => {
    const uploadCache = memoryUploadCache()
    const one = () => new Spindle({ baseUrl: hub.url, apiKey: key, uploadCache })
    const controller = new AbortController()
    const aborted = one().uploads.create(bytes, {
      partBytes,
      signal: controller.signal,
      onProgress: ({ uploadedBytes }) => void (uploadedBytes >= partBytes && controller.abort()),
    })
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
    const progress: UploadProgress[] = []
    const upload = await one().uploads.create(bytes, { onProgress: (now) => progress.push(now) })
    expect(progress[0]).toMatchObject({ uploadId: upload.id, uploadedBytes: partBytes })
    expect(upload.sha256).toBe(digest)
  })

  it('is not shared with a call for the same file while it runs', async () => {
    const one = client()
    let second: Promise<Upload> | undefined
    const first = await one.uploads.create(bytes, {
      partBytes,
      onProgress: ({ uploadedBytes }) => {
        if (uploadedBytes > 0) second ??= one.uploads.create(bytes, { partBytes })
      },
    })
    expect([first.sha256, (await second)?.sha256]).toEqual([digest, digest])
    expect((await second)?.id).not.toBe(first.id)
  })

  it('continues as a stream under a name the caller gives', async () => {
    const uploadCache = memoryUploadCache()
    const one = () => new Spindle({ baseUrl: hub.url, apiKey: key, uploadCache })
    const broken = streamOf(bytes.subarray(0, 2 * partBytes))
    const options = { size: bytes.length, resume: 'disc 1 track 1', partBytes }
    const error: unknown = await one()
      .uploads.create(broken, options)
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ offset: 2 * partBytes, isResumable: true })
    const upload = await one().uploads.create(streamOf(bytes), options)
    expect(upload).toMatchObject({ id: (error as UploadError).uploadId, sha256: digest })
  })

  it('starts again when the hub has removed it, and when the caller requests it', async () => {
    const uploadCache = memoryUploadCache()
    const one = new Spindle({ baseUrl: hub.url, apiKey: key, uploadCache })
    await uploadCache.set(`${hub.url}|${digest}`, 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    const first = await one.uploads.create(bytes)
    expect(first.sha256).toBe(digest)
    await uploadCache.set(`${hub.url}|${digest}`, first.id)
    expect((await one.uploads.create(bytes, { resume: false })).id).not.toBe(first.id)
  })
})
