import { expect, it } from 'vitest'
import { offerCover } from '../../harness/playable-cover.ts'
import { sharedPropertyHub } from '../../harness/shared-property-hub.ts'
import { coverPathOf } from '../../harness/signing-hub.ts'

it('getSignedCover 200 sends the cover to an element of a page at any site, in each offered size', async () => {
  const hub = await sharedPropertyHub()
  const { releaseId, picture } = await offerCover(hub)
  const path = await coverPathOf(hub, releaseId)
  const response = await hub.request(path)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
  expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true)
  expect((await hub.request(`${path}&size=256`)).status).toBe(200)

  const head = await hub.request(path, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    ...[200, String(picture.length), ''],
  ])
})
