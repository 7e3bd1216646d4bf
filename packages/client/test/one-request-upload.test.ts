import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { sha256, testBytes } from '../../server/test/harness/uploads.ts'
import { Spindle } from '../src/index.ts'

let hub: TestHub
let key: string
beforeAll(async () => {
  hub = await startTestHub({ role: 'api' })
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
