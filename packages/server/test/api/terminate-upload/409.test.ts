import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('an upload that a release refers to stays, until the release is erased from the trash', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const uploadId = await fixture.audio()
  const { body: release } = await fixture.release({ tracks: [{ title: 'Song', uploadId }] })
  const remove = () => hub.json('DELETE', `${uploadsPath}/${uploadId}`, { key: fixture.key })
  expect(await remove()).toMatchObject({ status: 409, body: { error: 'upload_in_use' } })
  const { body } = await hub.json('GET', `${uploadsPath}/${uploadId}`, { key: fixture.key })
  expect(body.status).toBe('ready')
  await hub.json('DELETE', `/api/v1/music-distributor/releases/${release.id}`, { key: fixture.key })
  expect(await remove()).toMatchObject({ status: 409, body: { error: 'upload_in_use' } })
  await hub.json('DELETE', `/api/v1/music-distributor/trash/${release.id}`, { key: fixture.key })
  expect((await remove()).status).toBe(204)
})
