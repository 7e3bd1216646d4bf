import sharp from 'sharp'
import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { keepSmallPicture } from '../../harness/stored-files.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('refuses a range after the end of the picture, and says where the end is', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const id = await fixture.cover()
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#24506b' } })
    .webp()
    .toBuffer()
  await keepSmallPicture(hub, id, picture)
  const headers = { range: `bytes=${picture.length}-` }
  const answer = await hub.json('GET', `${uploadsPath}/${id}/image`, { key: fixture.key, headers })
  expect(answer).toMatchObject({ status: 416, body: { error: 'range_not_satisfiable' } })
  expect(answer.headers.get('content-range')).toBe(`bytes */${picture.length}`)
})
