import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import {
  createUploadClient,
  patchType,
  startUploadHub,
  testBytes,
  type UploadClient,
  uploadsPath,
} from '../harness/uploads.ts'

/** tus 1.0 as its clients rely on it (https://tus.io/protocols/resumable-upload). */

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const problem = async (response: Response) => ({ status: response.status, body: await response.json() })

describe('tus', () => {
  let client: UploadClient
  beforeAll(async () => {
    client = await startUploadHub({ environment: { SPINDLE_MAX_UPLOAD_BYTES: '1000000' } })
  })

  it('OPTIONS returns the supported protocol without a credential', async () => {
    for (const path of [uploadsPath, `${uploadsPath}/upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`]) {
      const response = await client.hub.request(path, { method: 'OPTIONS' })
      expect(response.status).toBe(204)
      expect(response.headers.get('tus-version')).toBe('1.0.0')
      expect(response.headers.get('tus-max-size')).toBe('1000000')
      expect(response.headers.get('tus-checksum-algorithm')).toBe('sha256,sha1,md5,crc32c')
      expect(response.headers.get('tus-extension')).toBe(
        'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum',
      )
    }
  })

  it('creates, appends, returns the offset and finishes', async () => {
    const bytes = testBytes(5000)
    const created = await client.create({
      'upload-length': '5000',
      'upload-metadata': `filename ${base64('../a.wav')},filetype ${base64('audio/wav')}`,
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('tus-resumable')).toBe('1.0.0')
    expect(created.headers.get('upload-offset')).toBe('0')
    expect(Date.parse(created.headers.get('upload-expires') ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000)
    const location = created.headers.get('location') ?? ''
    expect(location).toMatch(new RegExp(`^${client.hub.url}${uploadsPath}/upl_[0-9A-Z]{26}$`))
    const path = new URL(location).pathname

    const first = await client.patch(path, 0, bytes.subarray(0, 2000))
    expect(first.status).toBe(204)
    expect(first.headers.get('upload-offset')).toBe('2000')
    const head = await client.head(path)
    expect(head.status).toBe(200)
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'upload-offset': '2000',
      'upload-length': '5000',
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
    })
    const second = await client.patch(path, 2000, bytes.subarray(2000))
    expect(second.headers.get('upload-offset')).toBe('5000')
    expect(second.headers.get('upload-expires')).toBeNull()
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body).toMatchObject({
      id: location.split('/').at(-1),
      kind: 'audio',
      filename: 'a.wav',
      contentType: 'audio/wav',
      size: 5000,
      offset: 5000,
      status: 'received',
      // sha256sum of testBytes(5000)
      sha256: '4e210fed063c3fed1f5dd3c4fcacf7dd0db42f87582e19d73dc6991e40490a21',
    })
  })

  it('takes an image from its kind or its type', async () => {
    for (const metadata of [`kind ${base64('image')}`, `filetype ${base64('image/png')}`]) {
      const path = await client.begin(1, metadata)
      const { body } = await client.hub.json('GET', path, { key: client.key })
      expect(body.kind).toBe('image')
    }
  })

  it('defers the length until a PATCH states it', async () => {
    const created = await client.create({ 'upload-defer-length': '1' })
    const path = new URL(created.headers.get('location') ?? '').pathname
    await client.patch(path, 0, testBytes(10))
    const head = await client.head(path)
    expect(head.headers.get('upload-defer-length')).toBe('1')
    expect(head.headers.get('upload-length')).toBeNull()
    const tooShort = await problem(await client.patch(path, 10, new Uint8Array(0), { 'upload-length': '9' }))
    expect(tooShort).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect((await client.patch(path, 10, testBytes(5), { 'upload-length': '15' })).status).toBe(204)
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body).toMatchObject({ size: 15, offset: 15, status: 'received' })
  })

  it('creates with the first bytes, or with all of them', async () => {
    const first = await client.create({ 'upload-length': '20', 'content-type': patchType }, testBytes(8))
    expect(first.status).toBe(201)
    expect(first.headers.get('upload-offset')).toBe('8')
    const whole = await client.create({ 'upload-length': '8', 'content-type': patchType }, testBytes(8))
    expect(whole.headers.get('upload-offset')).toBe('8')
    const path = new URL(whole.headers.get('location') ?? '').pathname
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body.status).toBe('received')
  })

  it('finishes an empty file with its creation', async () => {
    const path = await client.begin(0)
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body).toMatchObject({
      size: 0,
      offset: 0,
      status: 'received',
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    })
    expect((await client.head(path)).headers.get('upload-offset')).toBe('0')
  })

  it('refuses another version, naming its own', async () => {
    const path = await client.begin(10)
    const attempts = [
      client.create({ 'tus-resumable': '0.2.2', 'upload-length': '1' }),
      client.patch(path, 0, testBytes(10), { 'tus-resumable': '2.0.0' }),
      client.hub.request(path, { method: 'DELETE', headers: { 'x-api-key': client.key, 'tus-resumable': '9' } }),
      client.hub.request(path, {
        method: 'PATCH',
        headers: { 'x-api-key': client.key, 'upload-offset': '0', 'content-type': patchType },
        body: 'x',
      }),
    ]
    for (const response of await Promise.all(attempts)) {
      expect(response.headers.get('tus-version')).toBe('1.0.0')
      expect(await problem(response)).toMatchObject({ status: 412, body: { error: 'tus_version_unsupported' } })
    }
    expect((await client.head(path, { 'tus-resumable': '3' })).status).toBe(412)
    expect(await client.offset(path)).toBe(0)
  })

  it('answers 409 with the right offset, and takes nothing', async () => {
    const path = await client.begin(10)
    await client.patch(path, 0, testBytes(4))
    for (const offset of [0, 3, 5, 10]) {
      const response = await client.patch(path, offset, testBytes(2))
      expect(await problem(response)).toMatchObject({
        status: 409,
        body: { error: 'upload_offset_mismatch', offset: 4 },
      })
    }
    expect(await client.offset(path)).toBe(4)
  })

  it('answers 413 naming the limit', async () => {
    expect(await problem(await client.create({ 'upload-length': '1000001' }))).toMatchObject({
      status: 413,
      body: { error: 'upload_too_large', maxBytes: 1_000_000 },
    })
    const path = await client.begin(10)
    expect(await problem(await client.patch(path, 0, testBytes(11)))).toMatchObject({
      status: 413,
      body: { error: 'upload_too_large', maxBytes: 10 },
    })
    expect(await client.offset(path)).toBe(0)
    await client.patch(path, 0, testBytes(10))
    expect((await client.patch(path, 10, testBytes(1))).status).toBe(413)
    expect((await client.patch(path, 10, new Uint8Array(0))).status).toBe(204)
  })

  it('answers 415 to other media types, 400 to what is missing or malformed', async () => {
    const path = await client.begin(10)
    const cases: [Promise<Response>, number, string][] = [
      [client.patch(path, 0, testBytes(1), { 'content-type': 'application/json' }), 415, 'unsupported_media_type'],
      [client.patch(path, 0, testBytes(1), { 'upload-offset': '-1' }), 400, 'invalid_request'],
      [client.patch(path, 0, testBytes(1), { 'upload-offset': '' }), 400, 'invalid_request'],
      [client.patch(path, 0, testBytes(1), { 'upload-checksum': 'sha512 AAAA' }), 400, 'invalid_request'],
      [client.create({}), 400, 'invalid_request'],
      [client.create({ 'upload-length': 'ten' }), 400, 'invalid_request'],
      [client.create({ 'upload-length': '1', 'upload-metadata': 'filename %%%' }), 400, 'invalid_request'],
      [
        client.create({ 'upload-length': '1', 'content-type': 'text/plain' }, testBytes(1)),
        415,
        'unsupported_media_type',
      ],
    ]
    for (const [response, status, error] of cases)
      expect(await problem(await response)).toMatchObject({ status, body: { error } })
    expect(await client.offset(path)).toBe(0)
  })

  it('answers for an upload of another account exactly as for none', async () => {
    const path = await client.begin(10)
    const stranger = createUploadClient(client.hub, await (await createTestAccount(client.hub)).key())
    const unknown = `${uploadsPath}/upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`
    for (const ask of [
      (at: string) => stranger.patch(at, 0, testBytes(10)),
      (at: string) => stranger.head(at),
      (at: string) => stranger.hub.request(at, { headers: { 'x-api-key': stranger.key } }),
      (at: string) => stranger.hub.request(at, { method: 'DELETE', headers: { 'x-api-key': stranger.key } }),
    ]) {
      const [foreign, missing] = [await ask(path), await ask(unknown)]
      expect(foreign.status).toBe(404)
      expect([...foreign.headers.keys()].sort()).toEqual([...missing.headers.keys()].sort())
      const withoutId = (text: string): string => text.replace(/req_[0-9A-Z]{26}/, '')
      expect(withoutId(await foreign.text())).toBe(withoutId(await missing.text()))
    }
    expect(await client.offset(path)).toBe(0)
  })

  it('needs a key with the right permission, before it reads a byte', async () => {
    const path = await client.begin(10)
    const account = await createTestAccount(client.hub)
    const reader = createUploadClient(client.hub, await account.key(['music:read']))
    expect(await problem(await reader.create({ 'upload-length': '1' }))).toMatchObject({
      status: 403,
      body: { error: 'permission_missing', required: 'music:write' },
    })
    expect((await reader.patch(path, 0, testBytes(10))).status).toBe(403)
    const nobody = createUploadClient(client.hub, 'spn_nonsense')
    const refused = await nobody.patch(path, 0, testBytes(10))
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('ApiKey realm="distributor"')
    expect(await client.offset(path)).toBe(0)
  })

  it('makes one upload of a creation that is repeated with its Idempotency-Key', async () => {
    const headers = { 'upload-length': '77', 'idempotency-key': 'create-once' }
    const [first, again] = [await client.create(headers), await client.create(headers)]
    expect(again.status).toBe(201)
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(await problem(await client.create({ ...headers, 'upload-length': '78' }))).toMatchObject({
      status: 422,
      body: { error: 'idempotency_mismatch' },
    })
  })

  it('is gone after its termination', async () => {
    const path = await client.begin(10)
    await client.patch(path, 0, testBytes(5))
    const terminated = await client.hub.request(path, {
      method: 'DELETE',
      headers: { 'x-api-key': client.key, 'tus-resumable': '1.0.0' },
    })
    expect(terminated.status).toBe(204)
    expect(terminated.headers.get('tus-resumable')).toBe('1.0.0')
    expect((await client.head(path)).status).toBe(410)
    expect(await problem(await client.patch(path, 5, testBytes(5)))).toMatchObject({
      status: 410,
      body: { error: 'upload_gone' },
    })
  })
})
