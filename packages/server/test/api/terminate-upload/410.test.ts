import { expect, it } from 'vitest'
import { sharedUploadClient } from '../../harness/shared-uploads.ts'

it('an upload is removed once', async () => {
  const { hub, key, begin } = await sharedUploadClient()
  const path = await begin(1)
  await hub.json('DELETE', path, { key })
  expect(await hub.json('DELETE', path, { key })).toMatchObject({ status: 410, body: { error: 'upload_gone' } })
})
