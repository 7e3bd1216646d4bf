import { expect, it } from 'vitest'
import { offerCover } from '../../harness/playable-cover.ts'
import { askAsSiteA, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

it('getPlayableCover 416 refuses a part that begins after the end', async () => {
  const hub = await sharedPropertyHub()
  const { path, picture } = await offerCover(hub)
  const response = await askAsSiteA(hub, path, { range: `bytes=${picture.length}-` })
  expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${picture.length}`])
  expect(await response.json()).toMatchObject({ error: 'range_not_satisfiable' })
})
