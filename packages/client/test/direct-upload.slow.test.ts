import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { atEnd } from '../../server/test/harness/cleanup.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { type FakeS3, startFakeS3 } from '../../server/test/harness/object-store/fake-s3.ts'
import { masterWav } from '../../server/test/harness/submittable.ts'
import { sha256 } from '../../server/test/harness/uploads.ts'
import { Spindle } from '../src/index.ts'
import { fileUploadCache, uploadFile } from '../src/node.ts'

/** Uploads whose bytes go to the object store of the hub, where it offers that, and to the hub where not. */

const mebibyte = 1024 * 1024
const partBytes = 8 * mebibyte
/** Three parts, the last one short. */
const master = masterWav(1, 70)
const isStoreAddress = (url: string): boolean => url.includes('X-Amz-Signature')

describe('uploads with transfer: auto', () => {
  let store: FakeS3
  let hub: TestHub
  let apiKey: string
  let client: Spindle
  let folder: string
  let asked: string[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spindle-direct-client-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    store = await startFakeS3({ minPartBytes: 5 * mebibyte, pageSize: 100 })
    hub = await startTestHub({ environment: { ...store.environment, SPINDLE_DIRECT_TRANSFER: 'on' } })
    apiKey = await (await createTestAccount(hub)).key(['music:write', 'music:read'])
  })
  beforeEach(() => {
    asked = []
    store.visits.length = 0
    client = clientThat()
  })

  const clientThat = (intercept: (url: string) => Response | undefined = () => undefined): Spindle =>
    new Spindle({
      baseUrl: hub.url,
      apiKey,
      logger: { warn() {} },
      fetch: async (url, init) => {
        asked.push(
          isStoreAddress(url)
            ? `${init.method} part`
            : `${init.method} ${new URL(url).pathname
                .split('/')
                .at(-1)
                ?.replace(/^upl_.*/, 'upload')}`,
        )
        return intercept(url) ?? fetch(url, init)
      },
    })
  const requireReady = async (id: string): Promise<void> => {
    expect(await client.uploads.waitFor(id)).toMatchObject({ status: 'ready', sha256: sha256(master) })
    const bytes = Buffer.from(await (await client.uploads.audio(id)).arrayBuffer())
    expect(bytes.equals(master)).toBe(true)
  }

  it('go to the object store, and without a credential', async () => {
    const progress: number[] = []
    const { id, offset } = await client.uploads.create(master, {
      filename: 'a.wav',
      resume: false,
      transfer: 'auto',
      onProgress: ({ uploadedBytes }) => progress.push(uploadedBytes),
    })
    expect(offset).toBe(master.length)
    expect(asked).toEqual(['POST uploads', 'PUT part', 'PUT part', 'PUT part', 'POST parts', 'GET upload'])
    expect(progress.at(-1)).toBe(master.length)
    expect(store.visits).toHaveLength(3)
    for (const { headers } of store.visits) {
      expect(headers).not.toHaveProperty('authorization')
      expect(JSON.stringify(headers)).not.toContain(apiKey)
    }
    await requireReady(id)
  })

  it('are read from a file, with the digest beforehand', async () => {
    const path = join(folder, 'a.wav')
    await writeFile(path, master)
    const { id } = await uploadFile(client, path, { transfer: 'auto', resume: false })
    expect(asked.filter((one) => one === 'PUT part')).toHaveLength(3)
    await requireReady(id)
  })

  it('go to the hub by default, and if they are small', async () => {
    await client.uploads.create(master, { filename: 'a.wav', resume: false })
    await client.uploads.create(master.subarray(0, partBytes), { resume: false, transfer: 'auto' })
    expect(asked).not.toContain('PUT part')
    expect(store.visits).toEqual([])
  })

  it('go to the hub where the store is out of reach', async () => {
    client = clientThat((url) => {
      if (isStoreAddress(url)) throw new TypeError('fetch failed')
      return undefined
    })
    const retries: string[] = []
    const { id } = await client.uploads.create(master, {
      filename: 'a.wav',
      resume: false,
      transfer: 'auto',
      onRetry: ({ error }) => retries.push(String(error)),
    })
    expect(asked).toContain('PATCH upload')
    expect(retries.length).toBeGreaterThan(0)
    expect(retries.join()).not.toContain('X-Amz')
    await requireReady(id)
  })

  it('send the rest to the hub when the store accepts no more', async () => {
    client = clientThat((url) =>
      isStoreAddress(url) && url.includes('partNumber=2') ? new Response(null, { status: 503 }) : undefined,
    )
    const { id } = await client.uploads.create(master, { filename: 'a.wav', resume: false, transfer: 'auto' })
    expect(asked.filter((one) => one === 'PUT part')).toHaveLength(5)
    expect(asked).toContain('PATCH upload')
    await requireReady(id)
  })

  it('request a new address when one has expired', async () => {
    let refused = 0
    client = clientThat((url) =>
      isStoreAddress(url) && url.includes('partNumber=2') && refused++ === 0
        ? new Response('expired', { status: 403 })
        : undefined,
    )
    const { id } = await client.uploads.create(master, { filename: 'a.wav', resume: false, transfer: 'auto' })
    expect(asked.filter((one) => one === 'GET parts')).toHaveLength(1)
    expect(asked).not.toContain('PATCH upload')
    await requireReady(id)
  })

  it('continue after the process was killed, without the bytes that have arrived', async () => {
    const path = join(folder, 'killed.wav')
    await writeFile(path, master)
    const state = join(folder, 'state')
    const program = `
      import { Spindle } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)}
      import { fileUploadCache, uploadFile } from ${JSON.stringify(new URL('../src/node.ts', import.meta.url).href)}
      const slow = async (url, init) => {
        if (url.includes('partNumber=2')) await new Promise(() => setInterval(() => {}, 1000))
        return fetch(url, init)
      }
      const client = new Spindle({ baseUrl: ${JSON.stringify(hub.url)}, apiKey: ${JSON.stringify(apiKey)}, fetch: slow,
        uploadCache: fileUploadCache(${JSON.stringify(state)}) })
      await uploadFile(client, ${JSON.stringify(path)}, { transfer: 'auto' })`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    await eventually(() => store.visits.length >= 2, { what: 'parts 1 and 3' })
    child.kill('SIGKILL')
    await ended
    const resumed = new Spindle({
      baseUrl: hub.url,
      apiKey,
      uploadCache: fileUploadCache(state),
      fetch: async (url, init) => {
        asked.push(isStoreAddress(url) ? `part ${new URL(url).searchParams.get('partNumber')}` : 'hub')
        return fetch(url, init)
      },
    })
    const { id } = await uploadFile(resumed, path, { transfer: 'auto' })
    expect(asked.filter((one) => one.startsWith('part'))).not.toContain('part 1')
    await requireReady(id)
  })

  it('end with the signal of the caller', async () => {
    const controller = new AbortController()
    client = clientThat((url) => {
      if (isStoreAddress(url)) controller.abort(new Error('enough'))
      return undefined
    })
    const sending = client.uploads.create(master, { resume: false, transfer: 'auto', signal: controller.signal })
    await expect(sending).rejects.toThrow('enough')
  })
})

it('end with the last byte, and wait for no analysis, which compares the digest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-direct-end-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.wav')
  await writeFile(path, master)
  const store = await startFakeS3({ minPartBytes: 5 * mebibyte, pageSize: 100 })
  // Nothing is analysed here.
  const hub = await startTestHub({
    role: 'api',
    environment: { ...store.environment, SPINDLE_DIRECT_TRANSFER: 'on' },
  })
  const client = new Spindle({ baseUrl: hub.url, apiKey: await (await createTestAccount(hub)).key() })
  const upload = await uploadFile(client, path, { transfer: 'auto', resume: false })
  expect(upload).toMatchObject({ status: 'received', offset: master.length, sha256: null })
})

it('a hub that offers none gets the bytes', async () => {
  const hub = await startTestHub({ role: 'api' })
  const client = new Spindle({ baseUrl: hub.url, apiKey: await (await createTestAccount(hub)).key() })
  const { offset } = await client.uploads.create(master, { transfer: 'auto' })
  expect(offset).toBe(master.length)
})
