import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('draws nothing of an upload that was removed', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const path = `${uploadsPath}/${await fixture.cover()}`
  expect((await hub.json('DELETE', path, { key: fixture.key })).status).toBe(204)
  expect(await hub.json('GET', `${path}/image`, { key: fixture.key })).toMatchObject({
    status: 410,
    body: { error: 'upload_gone' },
  })
})
