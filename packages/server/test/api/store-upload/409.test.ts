import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { eventually } from '../../harness/eventually.ts'
import { sharedHub } from '../../harness/shared-hub.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('keeps nothing of a file whose upload another request claims while it arrives', async () => {
  const hub = await sharedHub()
  const key = await (await createTestAccount(hub)).key()
  const body = new TransformStream<Uint8Array, Uint8Array>()
  const writer = body.writable.getWriter()
  const answering = hub.request(uploadsPath, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'audio/wav' },
    body: body.readable,
    // Needed for a stream, which is sent chunked.
    duplex: 'half',
  } as RequestInit)
  await writer.write(Buffer.from('the beginning of a file'))
  const list = async () => (await hub.json('GET', uploadsPath, { key })).body.data
  const { id } = await eventually(async () => (await list())[0], { what: 'the upload to begin' })
  // Like a client that wants to know where to continue.
  const asking = hub.request(`${uploadsPath}/${id}`, {
    method: 'HEAD',
    headers: { 'x-api-key': key, 'tus-resumable': '1.0.0' },
  })
  const answer = await answering
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({
    error: 'upload_busy',
    detail: 'Another request took over this upload. Read the offset with HEAD and continue there.',
  })
  await writer.close().catch(() => undefined)
  expect((await asking).status).toBe(404)
  expect(await list()).toEqual([])
})
