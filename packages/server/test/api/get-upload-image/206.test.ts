import sharp from 'sharp'
import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { keepSmallPicture } from '../../harness/stored-files.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('sends the part of the picture that was asked for', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const id = await fixture.cover()
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#24506b' } })
    .webp()
    .toBuffer()
  await keepSmallPicture(hub, id, picture)
  for (const [range, start, end] of [
    ['bytes=0-3', 0, 3],
    ['bytes=8-11', 8, 11],
  ] as const) {
    const headers = { 'x-api-key': fixture.key, range }
    const response = await hub.request(`${uploadsPath}/${id}/image`, { headers })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${picture.length}`)
    // Every WebP begins with RIFF, its length, and WEBP.
    expect(await response.text()).toBe(start === 0 ? 'RIFF' : 'WEBP')
  }
})
