import { expect, it } from 'vitest'
import { openShelf } from '../../harness/releases.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('an upload that a release refers to stays, until the release is gone', async () => {
  const { hub, shelf } = await openShelf()
  const uploadId = await shelf.audio()
  const { body: release } = await shelf.release({ tracks: [{ title: 'Song', uploadId }] })
  const remove = () => hub.json('DELETE', `${uploadsPath}/${uploadId}`, { key: shelf.key })
  expect(await remove()).toMatchObject({ status: 409, body: { error: 'upload_in_use' } })
  const { body } = await hub.json('GET', `${uploadsPath}/${uploadId}`, { key: shelf.key })
  expect(body.status).toBe('ready')
  await hub.json('DELETE', `/api/v1/music-distributor/releases/${release.id}`, { key: shelf.key })
  expect((await remove()).status).toBe(204)
})
