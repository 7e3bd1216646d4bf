import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('asks to come again when the storage does not give the bytes', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  // Its bytes were never stored.
  const id = await fixture.audio()
  const answer = await hub.json('GET', `${uploadsPath}/${id}/audio`, { key: fixture.key })
  expect(answer).toMatchObject({ status: 503, body: { error: 'storage_unavailable' } })
  expect(answer.headers.get('retry-after')).toBe('5')
  expect((await hub.json('GET', `${uploadsPath}/${id}`, { key: fixture.key })).body.status).toBe('ready')
})
