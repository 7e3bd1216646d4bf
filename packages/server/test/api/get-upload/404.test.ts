import { expect, it } from 'vitest'
import { startUploadHub, uploadsPath } from '../../harness/uploads.ts'

it('knows no upload that never was, whatever its id looks like', async () => {
  const { hub, key } = await startUploadHub()
  for (const id of [
    'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    'upl_1',
    'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    '%00',
    '..%2F..%2Fetc',
  ])
    expect(await hub.json('GET', `${uploadsPath}/${id}`, { key }), id).toMatchObject({
      status: 404,
      body: { error: 'upload_not_found' },
    })
})
