import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import type { TestHub } from '../../server/test/harness/hub.ts'
import { sharedHub } from '../../server/test/harness/shared-hub.ts'
import { sha256, testBytes } from '../../server/test/harness/uploads.ts'
import { memoryUploadCache, Spindle, type UploadCache, type UploadOptions } from '../src/index.ts'

let hub: TestHub
let key: string
beforeAll(async () => {
  hub = await sharedHub()
  key = await (await createTestAccount(hub)).key()
})

/** A client that counts its requests; `lose` loses the given answers. */
function countingClient(lose: (request: string, index: number) => boolean = () => false) {
  const requests: string[] = []
  const client = new Spindle({
    baseUrl: hub.url,
    apiKey: key,
    fetch: async (url, init) => {
      const request = `${init.method} ${new URL(url).pathname.split('/').slice(4, 5).join('/')}`
      requests.push(request)
      const answer = await fetch(url, init)
      if (lose(request, requests.length)) throw new TypeError('fetch failed')
      return answer
    },
  })
  return { client, requests }
}

const bytes = new Uint8Array(testBytes(100_000))

describe('uploads.create with oneRequestBytes', () => {
  it('sends a small file with its creation, and reads the upload', async () => {
    const { client, requests } = countingClient()
    const upload = await client.uploads.create(bytes, { filename: 'a.wav', oneRequestBytes: 1_048_576 })
    expect(requests).toEqual(['POST uploads', 'GET uploads'])
    expect(upload).toMatchObject({ size: bytes.length, offset: bytes.length, sha256: sha256(bytes), filename: 'a.wav' })
  })

  it('sends a larger file in parts', async () => {
    const { client, requests } = countingClient()
    await client.uploads.create(bytes, { oneRequestBytes: bytes.length - 1 })
    expect(requests).toEqual(['POST uploads', 'PATCH uploads', 'GET uploads'])
  })

  it('makes one upload although the answer to its creation is lost', async () => {
    const { client, requests } = countingClient((request, index) => request.startsWith('POST') && index === 1)
    const upload = await client.uploads.create(bytes, { oneRequestBytes: 1_048_576 })
    expect(upload).toMatchObject({ offset: bytes.length, sha256: sha256(bytes) })
    // Lost, then refused because the bytes are there, then answered without them.
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(3)
    const { data } = await client.uploads.list({ limit: 100 }).page()
    expect(data.filter(({ id }) => id === upload.id)).toHaveLength(1)
  })

  it('refuses bytes that are not those that were announced', async () => {
    const { client } = countingClient()
    const other = client.uploads.create(bytes, { sha256: '0'.repeat(64), oneRequestBytes: 1_048_576 })
    await expect(other).rejects.toMatchObject({ code: 'checksum_mismatch' })
  })
})

describe('a creation whose answer is lost with the process', () => {
  /** A process that ends as soon as the hub has answered its creation. */
  async function loseCreation(uploadCache: UploadCache, options: UploadOptions) {
    const stop = new AbortController()
    const dying = new Spindle({
      baseUrl: hub.url,
      apiKey: key,
      uploadCache,
      fetch: async (url, init) => {
        await (await fetch(url, { ...init, signal: null })).body?.cancel()
        stop.abort(new Error('killed'))
        throw new TypeError('fetch failed')
      },
    })
    await expect(dying.uploads.create(bytes, { ...options, signal: stop.signal })).rejects.toThrow()
  }
  const count = async (client: Spindle) => (await client.uploads.list({ count: true, limit: 1 }).page()).page.total ?? 0

  it.each([0, 1_048_576])('is answered again to the next one (oneRequestBytes %i)', async (oneRequestBytes) => {
    const uploadCache = memoryUploadCache()
    const client = new Spindle({ baseUrl: hub.url, apiKey: key, uploadCache })
    const before = await count(client)
    await loseCreation(uploadCache, { filename: 'a.wav', oneRequestBytes })
    expect(await count(client)).toBe(before + 1)
    const upload = await client.uploads.create(bytes, { filename: 'a.wav', oneRequestBytes })
    expect(upload).toMatchObject({ offset: bytes.length, sha256: sha256(bytes), filename: 'a.wav' })
    expect(await count(client)).toBe(before + 1)
    // It is complete and forgotten: the same file sent on purpose is another upload.
    expect((await client.uploads.create(bytes, { filename: 'a.wav', oneRequestBytes })).id).not.toBe(upload.id)
  })

  it('is not used for another name, nor once its upload was removed', async () => {
    const uploadCache = memoryUploadCache()
    const client = new Spindle({ baseUrl: hub.url, apiKey: key, uploadCache })
    const options = { filename: 'a.wav', oneRequestBytes: 1_048_576 }
    await loseCreation(uploadCache, options)
    const renamed = await client.uploads.create(bytes, { ...options, filename: 'b.wav' })
    expect(renamed).toMatchObject({ filename: 'b.wav', sha256: sha256(bytes) })
    await loseCreation(uploadCache, options)
    const [lost] = (await client.uploads.list({ limit: 1 }).page()).data
    await client.uploads.delete(lost?.id ?? '')
    const again = await client.uploads.create(bytes, options)
    expect(again.id).not.toBe(lost?.id)
    expect(again).toMatchObject({ filename: 'a.wav', sha256: sha256(bytes) })
  })
})
