import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { sha256, testBytes } from '../../server/test/harness/uploads.ts'
import { memoryUploadCache, Spindle, UploadError, type UploadRetry } from '../src/index.ts'
import { fileUploadCache, uploadFile } from '../src/node.ts'

/** No room on either side, and more than the hub takes: one error that says so, at once. */

const run = promisify(execFile)
const mebibyte = 1024 ** 2
const bytes = testBytes(20 * mebibyte)

let hub: TestHub
let key: string
let folder: string
let path: string
beforeAll(async () => {
  hub = await startTestHub({
    // The digest of an upload that continues after an interruption comes from a job.
    role: 'all',
    environment: { SPINDLE_MAX_UPLOAD_BYTES: String(24 * mebibyte), SPINDLE_DISK_RESERVE_BYTES: '0' },
  })
  key = await (await createTestAccount(hub)).key()
  folder = await mkdtemp(join(tmpdir(), 'spindle-client-'))
  path = join(folder, 'master.wav')
  await writeFile(path, bytes)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const caught = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

async function canMount(): Promise<boolean> {
  const probe = await mkdtemp(join(tmpdir(), 'spindle-mount-'))
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe]).then(
    () => true,
    () => false,
  )
  if (isMounted) await run('umount', [probe])
  await rm(probe, { recursive: true })
  return isMounted
}
const isMountable = await canMount()

/** Runs with a small disk at a folder. */
async function withDisk(at: string, size: string, work: () => Promise<void>): Promise<void> {
  await mkdir(at, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at])
  try {
    await work()
  } finally {
    await run('umount', ['-l', at])
  }
}

describe.skipIf(!isMountable)('a disk of the hub that is full', () => {
  it.each([
    ['streamed', undefined],
    ['in parts', mebibyte],
  ])('ends an upload %s with one error, and the same call goes on when there is room', async (_how, partBytes) => {
    const disk = join(hub.dataDir, 'uploads')
    await withDisk(disk, '26m', async () => {
      await writeFile(join(disk, 'filler'), Buffer.alloc(14 * mebibyte))
      const client = new Spindle({ baseUrl: hub.url, apiKey: key, uploadCache: memoryUploadCache() })
      const retries: UploadRetry[] = []
      const options = { partBytes, onRetry: (retry: UploadRetry) => retries.push(retry) }
      const error = await caught(uploadFile(client, path, options))
      expect(error).toBeInstanceOf(UploadError)
      expect(error).toMatchObject({ status: 507, code: 'storage_full', isResumable: true })
      expect(String(error)).toMatch(/repeat the call to resume: 507 storage_full: .+/)
      expect(retries).toEqual([])
      await rm(join(disk, 'filler'))
      const upload = await uploadFile(client, path, options)
      expect(upload).toMatchObject({ id: (error as UploadError).uploadId, sha256: sha256(bytes) })
      await client.uploads.delete(upload.id)
    })
  })
})

describe('more than the hub takes', () => {
  it('is refused before a byte is sent', async () => {
    const client = new Spindle({ baseUrl: hub.url, apiKey: key })
    const tooLarge = join(folder, 'too-large.wav')
    await writeFile(tooLarge, testBytes(25 * mebibyte))
    const error = await caught(uploadFile(client, tooLarge))
    expect(error).toMatchObject({ status: 413, code: 'upload_too_large' })
    expect(String(error)).toContain(String(24 * mebibyte))
  })

  it('is refused on the way when its length was not known', async () => {
    const client = new Spindle({ baseUrl: hub.url, apiKey: key })
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(bytes) })
    const error = await caught(client.uploads.create(endless))
    expect(error).toMatchObject({ name: 'UploadError', status: 413, code: 'upload_too_large' })
  })
})

describe('a folder that cannot remember uploads', () => {
  it('because it is none, is named before a byte is sent', async () => {
    const client = new Spindle({ baseUrl: hub.url, apiKey: key, uploadCache: fileUploadCache(path) })
    const error = await caught(uploadFile(client, path))
    expect(error).toMatchObject({ name: 'UploadError', code: 'store_unusable' })
    expect(String(error)).toContain(`${path} cannot store the state of unfinished uploads: it is not a folder`)
  })

  it.skipIf(!isMountable)('because its disk is full, is named', async () => {
    const full = join(folder, 'full')
    await withDisk(full, '64k', async () => {
      await writeFile(join(full, 'filler'), Buffer.alloc(64 * 1024))
      const client = new Spindle({ baseUrl: hub.url, apiKey: key, uploadCache: fileUploadCache(join(full)) })
      await expect(uploadFile(client, path)).rejects.toMatchObject({
        code: 'store_unusable',
        message: `${full} cannot store the state of unfinished uploads: its disk is full`,
      })
    })
  })
})
