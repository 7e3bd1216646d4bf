import { expect, it } from 'vitest'
import { offerMaster, sharedPropertyHub } from '../../harness/shared-property-hub.ts'
import { audioPathOf } from '../../harness/signing-hub.ts'

it('getSignedAudio 416 refuses a part that begins after the end', async () => {
  const hub = await sharedPropertyHub()
  const { releaseId } = await offerMaster(hub, Buffer.from('ten bytes.'))
  const response = await hub.request(await audioPathOf(hub, releaseId), { headers: { range: 'bytes=10-' } })
  expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  expect(await response.json()).toMatchObject({ error: 'range_not_satisfiable' })
})
