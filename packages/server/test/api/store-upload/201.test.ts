import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedUploadClient } from '../../harness/shared-uploads.ts'
import { sha256, testBytes, type UploadClient, uploadsPath } from '../../harness/uploads.ts'

describe('storeUpload 201', () => {
  let client: UploadClient
  beforeAll(async () => {
    client = await sharedUploadClient()
  })
  const store = (body: RequestInit['body'], headers: Record<string, string> = {}, query = '') =>
    client.hub.request(`${uploadsPath}${query}`, {
      method: 'POST',
      headers: { 'x-api-key': client.key, 'content-type': 'audio/flac', ...headers },
      body,
      // Needed for a stream, which is sent chunked.
      duplex: 'half',
    } as RequestInit)

  it('stores a file and returns its address', async () => {
    const bytes = testBytes(300_000)
    const response = await store(new Uint8Array(bytes), {}, '?filename=01%20Aurora.flac')
    expect(response.status).toBe(201)
    const body = (await response.json()) as Record<string, unknown>
    expect(body).toMatchObject({
      kind: 'audio',
      filename: '01 Aurora.flac',
      contentType: 'audio/flac',
      size: 300_000,
      offset: 300_000,
      sha256: sha256(bytes),
      status: 'received',
    })
    expect(response.headers.get('location')).toBe(`${client.hub.url}${uploadsPath}/${String(body.id)}`)
    expect(response.headers.get('etag')).toMatch(/^".+"$/)
  })

  it('stores a chunked body, names from Content-Disposition, images, and nothing at all', async () => {
    const bytes = testBytes(200_000)
    const stream = Readable.toWeb(Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]))
    const chunked = await store(stream as ReadableStream, {
      'content-type': 'image/png',
      'content-disposition': `attachment; filename*=UTF-8''c%C3%B6ver.png`,
    })
    expect(chunked.status).toBe(201)
    expect(await chunked.json()).toMatchObject({
      kind: 'image',
      filename: 'cöver.png',
      size: 200_000,
      sha256: sha256(bytes),
    })
    const empty = await store(new Uint8Array(0))
    expect(await empty.json()).toMatchObject({ size: 0, status: 'received' })
  })

  it('makes one upload of a request that is repeated with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'store-once' }
    const [first, again] = [await store('same bytes', headers), await store('same bytes', headers)]
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.json()).toEqual(await first.json())
    const other = await store('other bytes', headers)
    expect(other.status).toBe(422)
    expect(await other.json()).toMatchObject({ error: 'idempotency_mismatch' })
    const { body } = await client.hub.json('GET', `${uploadsPath}?limit=100`, { key: client.key })
    const sizes = body.data.map(({ size }: { size: number }) => size)
    expect(sizes.filter((size: number) => size === 10)).toHaveLength(1)
    expect(sizes).not.toContain(11)
  })
})
