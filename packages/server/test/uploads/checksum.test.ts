import { beforeAll, describe, expect, it } from 'vitest'
import { sharedUploadClient } from '../harness/shared-uploads.ts'
import { testBytes, type UploadClient } from '../harness/uploads.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('checksums', () => {
  let client: UploadClient
  beforeAll(async () => {
    client = await sharedUploadClient()
  })

  // openssl dgst and RFC 3720 of "123456789", in base64.
  it.each([
    ['sha256', 'FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU='],
    ['sha1', '98O8HYCOBHMq32eZZczDTKeuNEE='],
    ['md5', 'JfnnlDI7RTiF9RgfG2JNCw=='],
    ['crc32c', '4waSgw=='],
  ])('%s: a right body counts, a wrong one is dropped and can be sent again', async (algorithm, digest) => {
    const path = await client.begin(12)
    await client.patch(path, 0, Buffer.from('abc'))
    const checksum = { 'upload-checksum': `${algorithm} ${digest}` }
    const wrong = await client.patch(path, 3, Buffer.from('123456780'), checksum)
    expect(wrong.status).toBe(460)
    expect(await wrong.json()).toMatchObject({ error: 'checksum_mismatch' })
    expect(await client.offset(path)).toBe(3)
    const right = await client.patch(path, 3, Buffer.from('123456789'), checksum)
    expect(right.status).toBe(204)
    const { body } = await client.hub.json('GET', path, { key: client.key })
    // printf abc123456789 | sha256sum
    expect(body).toMatchObject({
      status: 'received',
      sha256: 'c6b3e5102f268d17a60562720abeb625b0d3398289f46f51861f1bab3055e89d',
    })
  })

  it('nothing of a large body is committed before its checksum is known to be right', async () => {
    const bytes = testBytes(40 * 1024 * 1024)
    const path = await client.begin(bytes.length)
    const wrong = await client.patch(path, 0, bytes, { 'upload-checksum': `sha1 ${base64('not the digest......')}` })
    expect(wrong.status).toBe(460)
    expect(await client.offset(path)).toBe(0)
  })

  it('a file with the announced SHA-256 is received', async () => {
    const metadata = `sha256 ${base64('c6b3e5102f268d17a60562720abeb625b0d3398289f46f51861f1bab3055e89d')}`
    const path = await client.begin(12, metadata)
    expect((await client.patch(path, 0, Buffer.from('abc123456789'))).status).toBe(204)
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body.status).toBe('received')
  })

  it('rejects a file with another SHA-256, gives the reason, and deletes it', async () => {
    const metadata = `sha256 ${base64('c6b3e5102f268d17a60562720abeb625b0d3398289f46f51861f1bab3055e89d')}`
    const path = await client.begin(12, metadata)
    const last = await client.patch(path, 0, Buffer.from('abc123456780'))
    expect(last.status).toBe(460)
    expect(await last.json()).toMatchObject({ error: 'checksum_mismatch' })
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body).toMatchObject({ status: 'rejected', findings: [{ code: 'checksum_mismatch', severity: 'error' }] })
    expect((await client.head(path)).status).toBe(410)
  })
})
