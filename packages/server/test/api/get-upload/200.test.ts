import { expect, it } from 'vitest'
import { sharedUploadClient } from '../../harness/shared-uploads.ts'
import { testBytes } from '../../harness/uploads.ts'

it('returns the progress of an upload, with an ETag that changes with it', async () => {
  const { hub, key, begin, patch } = await sharedUploadClient()
  const path = await begin(10)
  const first = await hub.json('GET', path, { key })
  expect(first.status).toBe(200)
  expect(first.body).toEqual({
    id: path.split('/').at(-1),
    kind: 'audio',
    filename: null,
    contentType: null,
    size: 10,
    offset: 0,
    sha256: null,
    status: 'awaiting_data',
    technical: null,
    findings: [],
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    expiresAt: expect.stringMatching(/Z$/),
  })
  const etag = first.headers.get('etag') ?? ''
  expect((await hub.json('GET', path, { key, headers: { 'if-none-match': etag } })).status).toBe(304)
  await patch(path, 0, testBytes(4))
  const second = await hub.json('GET', path, { key, headers: { 'if-none-match': etag } })
  expect(second).toMatchObject({ status: 200, body: { offset: 4 } })
})
