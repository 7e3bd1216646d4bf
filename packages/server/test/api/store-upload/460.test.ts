import { beforeAll, describe, expect, it } from 'vitest'
import { sharedUploadClient } from '../../harness/shared-uploads.ts'
import { patchType, type UploadClient } from '../../harness/uploads.ts'

/** The first bytes of a resumable upload are sent with its creation, at the same address as whole files. */
describe('storeUpload 460', () => {
  let client: UploadClient
  beforeAll(async () => {
    client = await sharedUploadClient()
  })
  const begin = (length: number, headers: Record<string, string>) =>
    client.create({ 'upload-length': String(length), 'content-type': patchType, ...headers }, Buffer.from('123456780'))
  const pathOf = (response: Response) => new URL(response.headers.get('location') ?? '').pathname

  it('keeps no byte of a body that differs from its checksum, and says where to send it again', async () => {
    // printf 123456789 | openssl dgst -md5 -binary | base64
    const response = await begin(12, { 'upload-checksum': 'md5 JfnnlDI7RTiF9RgfG2JNCw==' })
    expect(response.status).toBe(460)
    expect(await response.json()).toMatchObject({
      error: 'checksum_mismatch',
      detail: 'The body does not match Upload-Checksum and was discarded. Send it again at the same offset.',
    })
    expect(await client.offset(pathOf(response))).toBe(0)
    expect((await client.patch(pathOf(response), 0, Buffer.from('123456789abc'))).status).toBe(204)
  })

  it('rejects a file that does not have the SHA-256 that was announced', async () => {
    // printf 123456789 | sha256sum
    const announced = '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'
    const metadata = `sha256 ${Buffer.from(announced).toString('base64')}`
    const response = await begin(9, { 'upload-metadata': metadata })
    expect(response.status).toBe(460)
    expect(await response.json()).toMatchObject({
      error: 'checksum_mismatch',
      detail: 'The file does not match its declared SHA-256. The upload was rejected. Start a new one.',
    })
    const { body } = await client.hub.json('GET', pathOf(response), { key: client.key })
    expect(body).toMatchObject({ status: 'rejected', findings: [{ code: 'checksum_mismatch', severity: 'error' }] })
  })
})
