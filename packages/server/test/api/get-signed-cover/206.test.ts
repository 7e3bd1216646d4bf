import { expect, it } from 'vitest'
import { offerCover } from '../../harness/playable-cover.ts'
import { sharedPropertyHub } from '../../harness/shared-property-hub.ts'
import { coverPathOf } from '../../harness/signing-hub.ts'

it('getSignedCover 206 sends the requested part', async () => {
  const hub = await sharedPropertyHub()
  const { releaseId, picture } = await offerCover(hub)
  const response = await hub.request(await coverPathOf(hub, releaseId), { headers: { range: 'bytes=8-11' } })
  expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes 8-11/${picture.length}`])
  expect(await response.text()).toBe('WEBP')
})
