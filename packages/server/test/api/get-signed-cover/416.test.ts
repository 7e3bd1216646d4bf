import { expect, it } from 'vitest'
import { offerCover } from '../../harness/playable-cover.ts'
import { sharedPropertyHub } from '../../harness/shared-property-hub.ts'
import { coverPathOf } from '../../harness/signing-hub.ts'

it('getSignedCover 416 refuses a part that begins after the end', async () => {
  const hub = await sharedPropertyHub()
  const { releaseId, picture } = await offerCover(hub)
  const range = `bytes=${picture.length}-`
  const response = await hub.request(await coverPathOf(hub, releaseId), { headers: { range } })
  expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${picture.length}`])
  expect(await response.json()).toMatchObject({ error: 'range_not_satisfiable' })
})
