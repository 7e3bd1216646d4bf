import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { startUploadHub, testBytes, uploadsPath } from '../../harness/uploads.ts'

it('refuses a file over the limit, with or without a Content-Length', async () => {
  const { hub, key } = await startUploadHub({ environment: { SPINDLE_MAX_UPLOAD_BYTES: '1000' } })
  const store = (body: RequestInit['body']) =>
    hub.request(uploadsPath, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'audio/wav' },
      body,
      duplex: 'half',
    } as RequestInit)
  for (const body of [new Uint8Array(testBytes(1001)), Readable.toWeb(Readable.from([testBytes(1001)]))]) {
    const response = await store(body as ReadableStream)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: 'upload_too_large', maxBytes: 1000 })
  }
  expect((await hub.json('GET', uploadsPath, { key })).body.data).toEqual([])
})
