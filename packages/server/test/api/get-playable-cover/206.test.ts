import { expect, it } from 'vitest'
import { offerCover } from '../../harness/playable-cover.ts'
import { askAsSiteA, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

it('getPlayableCover 206 sends the requested part', async () => {
  const hub = await sharedPropertyHub()
  const { path, picture } = await offerCover(hub)
  const response = await askAsSiteA(hub, path, { range: 'bytes=8-11' })
  expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes 8-11/${picture.length}`])
  expect(await response.text()).toBe('WEBP')
})
