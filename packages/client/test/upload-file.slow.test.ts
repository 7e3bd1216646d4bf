import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { startFaultProxy } from '../../server/test/harness/fault-proxy.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { sha256, testBytes } from '../../server/test/harness/uploads.ts'
import { type Fetch, memoryUploadCache, Spindle, UploadError, type UploadProgress } from '../src/index.ts'
import { uploadFile } from '../src/node.ts'

/** Files, streamed: one request carries what the line takes, and what arrived is what was read. */

const run = promisify(execFile)
const child = fileURLToPath(new URL('harness/upload-child.ts', import.meta.url))
const mebibyte = 1024 ** 2
const small = testBytes(20 * mebibyte + 5)
/** Longer than what is hashed beforehand. */
const large = testBytes(70 * mebibyte + 17)

let hub: TestHub
let key: string
let folder: string
beforeAll(async () => {
  hub = await startTestHub({ role: 'api' })
  key = await (await createTestAccount(hub)).key()
  folder = await mkdtemp(join(tmpdir(), 'spindle-client-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const client = (fetch?: Fetch) => new Spindle({ baseUrl: hub.url, apiKey: key, fetch })
async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}
/** One bit is another. */
function altered(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[7] = (copy[7] ?? 0) ^ 1
  return copy
}
const caught = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

interface SeenRequest {
  readonly method: string
  readonly headers: Headers
}
/** A client that records what it sends. */
function telling() {
  const seen: SeenRequest[] = []
  const teller = client((url, init) => {
    seen.push({ method: init.method ?? '', headers: new Headers(init.headers) })
    return fetch(url, init)
  })
  return { seen, client: teller, methods: () => seen.map(({ method }) => method) }
}
const announced = (seen: readonly SeenRequest[]): string => seen[0]?.headers.get('upload-metadata') ?? ''

describe('uploadFile', () => {
  it('sends a file in one request and announces its SHA-256', async () => {
    const { seen, client: teller, methods } = telling()
    const upload = await uploadFile(teller, await fileOf('small.wav', small))
    expect(upload).toMatchObject({ filename: 'small.wav', size: small.length, sha256: sha256(small) })
    expect(methods()).toEqual(['POST', 'PATCH', 'GET'])
    expect(announced(seen)).toContain(`sha256 ${Buffer.from(sha256(small)).toString('base64')}`)
  })

  it('sends a long file without reading it first, and compares the SHA-256 afterwards', async () => {
    const { seen, client: teller, methods } = telling()
    const upload = await uploadFile(teller, await fileOf('large.wav', large))
    expect(upload).toMatchObject({ size: large.length, sha256: sha256(large) })
    expect(methods()).toEqual(['POST', 'PATCH', 'GET'])
    expect(announced(seen)).not.toContain('sha256')
  })

  it('removes a long file that arrived as another one', async () => {
    const path = await fileOf('altered.wav', large)
    const altering = client(async (url, init) => {
      if (!(init.body instanceof ReadableStream)) return fetch(url, init)
      let isFirst = true
      const body = init.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            controller.enqueue(isFirst ? altered(chunk) : chunk)
            isFirst = false
          },
        }),
      )
      return fetch(url, { ...init, body })
    })
    const error = await caught(uploadFile(altering, path))
    expect(error).toBeInstanceOf(UploadError)
    expect(error).toMatchObject({ code: 'checksum_mismatch', isResumable: false })
    const { uploadId = '' } = error as UploadError
    expect(await client().uploads.get(uploadId)).toMatchObject({ status: 'expired' })
  })

  describe('of which the hub finds out the SHA-256 after the last byte', () => {
    /** Answers of the upload as they are while the job reads it: so many without a digest, then the result. */
    const digesting = (looks: number, outcome: object) => {
      const state = { looks: 0 }
      const one = client(async (url, init) => {
        const answer = await fetch(url, init)
        if (init.method !== 'GET' || !/\/uploads\/upl_\w+$/.test(url)) return answer
        const upload = (await answer.json()) as object
        const isUnknown = ++state.looks <= looks
        return Response.json({ ...upload, ...(isUnknown ? { status: 'received', sha256: null } : outcome) })
      })
      return { one, state }
    }

    it('waits until it is known and compares', async () => {
      const { one, state } = digesting(2, {})
      const upload = await uploadFile(one, await fileOf('digested.wav', small))
      expect(upload).toMatchObject({ status: 'received', sha256: sha256(small) })
      expect(state.looks).toBe(3)
    })

    it('fails when the hub rejects what is not what was announced', async () => {
      const { one } = digesting(1, { status: 'rejected', sha256: null })
      const error = await caught(uploadFile(one, await fileOf('mismatched.wav', small)))
      expect(error).toMatchObject({ code: 'checksum_mismatch', isResumable: false })
    })
  })

  it('reports progress while the request is on its way', async () => {
    const seen: UploadProgress[] = []
    // A line on which it takes about a second.
    const slow = client((url, init) =>
      fetch(url, init.body instanceof ReadableStream ? { ...init, body: init.body.pipeThrough(slowly(10)) } : init),
    )
    await uploadFile(slow, await fileOf('slow.wav', large), { onProgress: (one) => seen.push(one) })
    const between = seen.map(({ uploadedBytes }) => uploadedBytes).filter((bytes) => bytes > 0 && bytes < large.length)
    expect(between.length).toBeGreaterThan(4)
    expect(between).toEqual([...between].sort((a, b) => a - b))
    expect(seen.at(-1)?.uploadedBytes).toBe(large.length)
  })

  it('sends parts with their own SHA-256 when their size is given', async () => {
    const { seen, client: teller, methods } = telling()
    await uploadFile(teller, await fileOf('parts.wav', small), { partBytes: 8 * mebibyte })
    expect(methods()).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH', 'GET'])
    expect(seen[1]?.headers.get('upload-checksum')).toBe(
      `sha256 ${Buffer.from(sha256(small.subarray(0, 8 * mebibyte)), 'hex').toString('base64')}`,
    )
  })

  it('sends smaller requests when a proxy on the way does not accept more', async () => {
    const sizes: number[] = []
    const limited = client(async (url, init) => {
      if (!(init.body instanceof ReadableStream)) return fetch(url, init)
      const body = await new Response(init.body).arrayBuffer()
      sizes.push(body.byteLength)
      if (body.byteLength > 6 * mebibyte) return new Response('<h1>Too large', { status: 413 })
      return fetch(url, { ...init, body })
    })
    const upload = await uploadFile(limited, await fileOf('limited.wav', small))
    expect(upload.sha256).toBe(sha256(small))
    expect(sizes[0]).toBe(small.length)
    expect(sizes.slice(1).every((size) => size <= 6 * mebibyte)).toBe(true)
  })
})

const slowly = (pauseMs: number) =>
  new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      controller.enqueue(chunk)
    },
  })

describe('a streamed upload that broke', () => {
  it.each(['end', 'reset'] as const)('by %s continues at the offset of the hub', async (how) => {
    const { hostname, port } = new URL(hub.url)
    const line = await startFaultProxy({ host: hostname, port: Number(port) })
    onTestFinished(() => line.close())
    const passage = line.breakNext({ afterBytes: 30 * mebibyte, direction: 'up', how })
    let hasBroken = false
    const overLine = client((url, init) => {
      if (hasBroken || !(init.body instanceof ReadableStream)) return fetch(url, init)
      hasBroken = true
      return fetch(url.replace(hub.url, `http://127.0.0.1:${line.port}`), init)
    })
    const upload = await uploadFile(overLine, await fileOf(`broken-${how}.wav`, large))
    expect(passage.up).toBe(30 * mebibyte)
    expect(upload).toMatchObject({ size: large.length, sha256: sha256(large) })
  })

  it('continues in the next process after kill -9 without sending much again', async () => {
    const path = await fileOf('killed.wav', large)
    const store = join(folder, 'store')
    const start = (dieAfterBytes: string) =>
      run(process.execPath, [child, hub.url, key, store, path, dieAfterBytes, 'streamed'])
    await expect(start(String(40 * mebibyte))).rejects.toMatchObject({ signal: 'SIGKILL' })
    expect(await readdir(store)).toHaveLength(1)
    const { stdout } = await start('')
    const { firstBytes, ...upload } = JSON.parse(stdout) as { firstBytes: number }
    expect(upload).toMatchObject({ sha256: sha256(large) })
    expect(firstBytes).toBeGreaterThan(30 * mebibyte)
    expect(await readdir(store)).toEqual([])
  })

  it('starts again when the file has changed since', async () => {
    const path = await fileOf('edited.wav', large)
    const uploadCache = memoryUploadCache()
    const one = new Spindle({ baseUrl: hub.url, apiKey: key, uploadCache })
    const first = await stopAt(one, path, 30 * mebibyte)
    const edited = large.subarray(0, 66 * mebibyte)
    await writeFile(path, edited)
    const upload = await uploadFile(one, path)
    expect(upload.id).not.toBe(first)
    expect(upload.sha256).toBe(sha256(edited))
  })

  it('is refused when the file changed but its date did not, and then starts again', async () => {
    const path = await fileOf('forged.wav', large)
    const date = new Date('2026-01-01T00:00:00Z')
    await utimes(path, date, date)
    const one = new Spindle({ baseUrl: hub.url, apiKey: key, uploadCache: memoryUploadCache() })
    await stopAt(one, path, 30 * mebibyte)
    const forged = altered(large)
    await writeFile(path, forged)
    await utimes(path, date, date)
    await expect(uploadFile(one, path)).rejects.toMatchObject({ code: 'checksum_mismatch', isResumable: false })
    expect((await uploadFile(one, path)).sha256).toBe(sha256(forged))
  })
})

/** Ends an upload by its signal when so many bytes are on their way; returns its id. */
async function stopAt(one: Spindle, path: string, bytes: number): Promise<string> {
  const controller = new AbortController()
  let id = ''
  const stopped = uploadFile(one, path, {
    signal: controller.signal,
    onProgress({ uploadId, uploadedBytes }) {
      id = uploadId
      if (uploadedBytes >= bytes) controller.abort()
    },
  })
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  return id
}

describe('a file that cannot be read', () => {
  it('because it is not there, or is a folder, is named', async () => {
    const missing = join(folder, 'missing.wav')
    const error = await caught(uploadFile(client(), missing))
    expect(error).toBeInstanceOf(UploadError)
    expect(error).toMatchObject({
      code: 'file_not_found',
      isResumable: false,
      message: `${missing} cannot be uploaded: the file does not exist`,
    })
    await mkdir(join(folder, 'album'))
    await expect(uploadFile(client(), join(folder, 'album'))).rejects.toMatchObject({
      code: 'file_is_directory',
      message: expect.stringContaining('album cannot be uploaded: it is a folder'),
    })
  })

  it.skipIf(process.getuid?.() === 0)('because of its permissions, is named', async () => {
    const path = await fileOf('secret.wav', small)
    await chmod(path, 0)
    await expect(uploadFile(client(), path)).rejects.toMatchObject({ code: 'file_not_permitted' })
  })

  it('to its end, because it became shorter, is named with the byte at which it ends', async () => {
    const path = await fileOf('shrinking.wav', large)
    const shrinking = uploadFile(client(), path, {
      onProgress: ({ uploadedBytes }) => void (uploadedBytes > 0 && truncate(path, 60 * mebibyte)),
    })
    const error = await caught(shrinking)
    expect(error).toMatchObject({ name: 'UploadError', code: 'source_ended', isResumable: false })
    expect(String(error)).toContain(`${path} became shorter during the upload: it ends at byte ${60 * mebibyte}`)
  })

  it('cannot be a pipe, which could block the program forever', async () => {
    const path = join(folder, 'pipe.wav')
    await run('mkfifo', [path])
    await expect(uploadFile(client(), path)).rejects.toMatchObject({ code: 'file_not_regular' })
  })

  it('while another process writes to it is named, and its upload removed', async () => {
    const path = await fileOf('growing.wav', large)
    let hasWritten: Promise<void> | undefined
    const growing = uploadFile(client(), path, {
      onProgress: ({ uploadedBytes }) => {
        if (uploadedBytes > 0) hasWritten ??= writeFile(path, 'x', { flag: 'a' })
      },
    })
    await expect(growing).rejects.toMatchObject({ code: 'source_changed', isResumable: false })
    await hasWritten
  })
})
