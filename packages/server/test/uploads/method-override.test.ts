import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { sharedUploadClient } from '../harness/shared-uploads.ts'
import { createUploadClient, patchType, testBytes, type UploadClient, uploadsPath } from '../harness/uploads.ts'

/** tus 1.0, X-HTTP-Method-Override: what clients send where the network blocks PATCH and DELETE. */
describe('POST of an upload with X-HTTP-Method-Override', () => {
  let client: UploadClient
  beforeAll(async () => {
    client = await sharedUploadClient()
  })

  const post = (
    path: string,
    method: string,
    headers: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
    key = client.key,
  ) =>
    client.hub.request(path, {
      method: 'POST',
      headers: { 'x-api-key': key, 'tus-resumable': '1.0.0', 'x-http-method-override': method, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const bytes = new Uint8Array(testBytes(10))
  const patch = { 'upload-offset': '0', 'content-type': patchType }

  it.each(['PATCH', 'patch', ' Patch '])('appends with %j', async (method) => {
    const path = await client.begin(10)
    const response = await post(path, method, patch, bytes)
    expect(response.status).toBe(204)
    expect(response.headers.get('upload-offset')).toBe('10')
    expect(await client.offset(path)).toBe(10)
  })

  it('answers HEAD with the offset', async () => {
    const path = await client.begin(10)
    await client.patch(path, 0, bytes.subarray(0, 4))
    const response = await post(path, 'HEAD')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'upload-offset': '4',
      'upload-length': '10',
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
    })
    expect(await response.text()).toBe('')
  })

  it('terminates with DELETE', async () => {
    const path = await client.begin(10)
    expect((await post(path, 'DELETE')).status).toBe(204)
    expect((await client.head(path)).status).toBe(410)
  })

  it('answers as the real method when something is wrong', async () => {
    const path = await client.begin(10)
    expect((await post(path, 'PATCH', { ...patch, 'upload-offset': '3' }, bytes)).status).toBe(409)
    expect((await post(path, 'PATCH', { ...patch, 'content-type': 'audio/wav' }, bytes)).status).toBe(415)
    expect((await post(path, 'PATCH', { ...patch, 'tus-resumable': '0.2.2' }, bytes)).status).toBe(412)
    expect((await post(`${uploadsPath}/upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`, 'HEAD')).status).toBe(404)
    expect(await client.offset(path)).toBe(0)
  })

  it('requires the rights of the real method', async () => {
    const path = await client.begin(10)
    const account = await createTestAccount(client.hub)
    const reader = createUploadClient(client.hub, await account.key(['music:read']))
    expect((await post(path, 'PATCH', patch, bytes, reader.key)).status).toBe(403)
    expect((await post(path, 'DELETE', {}, undefined, reader.key)).status).toBe(403)
    // Allowed to read, but it is the upload of another account.
    expect((await post(path, 'HEAD', {}, undefined, reader.key)).status).toBe(404)
    expect((await post(path, 'PATCH', patch, bytes, 'spn_wrong')).status).toBe(401)
    expect(await client.offset(path)).toBe(0)
  })

  it('stays a POST with an unknown method', async () => {
    expect((await post(await client.begin(10), 'BREW')).status).toBe(405)
  })

  it('changes nothing at other addresses and of other methods', async () => {
    const created = await post(uploadsPath, 'DELETE', { 'upload-length': '10' })
    expect(created.status).toBe(201)
    const path = new URL(created.headers.get('location') ?? '').pathname
    const read = await client.hub.request(path, {
      headers: { 'x-api-key': client.key, 'x-http-method-override': 'DELETE' },
    })
    expect(read.status).toBe(200)
    const release = await post('/api/v1/music-distributor/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'DELETE')
    expect(release.status).toBe(405)
  })
})
