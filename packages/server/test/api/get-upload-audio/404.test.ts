import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startUploadHub, testBytes, uploadsPath } from '../../harness/uploads.ts'

it('knows no upload that never was, nor one of another account', async () => {
  const { hub, key, begin } = await startUploadHub()
  const path = await begin(10)
  const stranger = await (await createTestAccount(hub, 'Stranger')).key()
  expect(await hub.json('GET', `${path}/audio`, { key: stranger })).toMatchObject({
    status: 404,
    body: { error: 'upload_not_found' },
  })
  for (const id of ['upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'upl_1', '%00', '..%2F..%2Fetc'])
    expect(await hub.json('GET', `${uploadsPath}/${id}/audio`, { key }), id).toMatchObject({
      status: 404,
      body: { error: 'upload_not_found' },
    })
})

it('says what is missing of an upload that cannot be heard', async () => {
  const { hub, key, begin, patch } = await startUploadHub()
  const path = await begin(10)
  const ask = () => hub.json('GET', `${path}/audio`, { key })
  expect(await ask()).toMatchObject({
    status: 409,
    body: { error: 'preview_unavailable', detail: 'The upload is awaiting_data. Ask again once it is ready.' },
  })
  // Nothing analyses it here: the hub has no worker.
  await patch(path, 0, testBytes(10))
  expect(await ask()).toMatchObject({ status: 409, body: { error: 'preview_unavailable' } })
  expect((await hub.json('DELETE', path, { key })).status).toBe(204)
  expect(await ask()).toMatchObject({ status: 410, body: { error: 'upload_gone' } })
})
