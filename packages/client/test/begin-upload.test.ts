import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { sharedHub } from '../../server/test/harness/shared-hub.ts'
import { Spindle } from '../src/index.ts'

describe('uploads.begin', () => {
  it('creates an upload for bytes from another client, once for each idempotency key', async () => {
    const hub = await sharedHub()
    const apiKey = await (await createTestAccount(hub)).key()
    const client = new Spindle({ baseUrl: hub.url, apiKey })
    const file = { filename: 'Ä.wav', kind: 'audio', contentType: 'audio/wav', size: 3 } as const
    const begun = await client.uploads.begin(file, { idempotencyKey: 'a' })
    expect(begun.url).toBe(`${hub.url}/api/v1/distributor/uploads/${begun.uploadId}`)
    expect(await client.uploads.begin(file, { idempotencyKey: 'a' })).toEqual(begun)
    expect(await client.uploads.begin(file)).not.toEqual(begun)
    await fetch(begun.url, {
      method: 'PATCH',
      headers: {
        'x-api-key': apiKey,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array([1, 2, 3]),
    })
    const upload = await client.uploads.get(begun.uploadId)
    expect(upload).toMatchObject({ filename: 'Ä.wav', contentType: 'audio/wav', size: 3, offset: 3 })
  })
})
