import { expect, it } from 'vitest'
import { offerMaster, sharedPropertyHub } from '../../harness/shared-property-hub.ts'
import { audioPathOf } from '../../harness/signing-hub.ts'

it('getSignedAudio 206 sends the requested part, so that a player can seek', async () => {
  const hub = await sharedPropertyHub()
  const { releaseId } = await offerMaster(hub, Buffer.from('0123456789'))
  const path = await audioPathOf(hub, releaseId)
  const partOf = async (range: string) => {
    const response = await hub.request(path, { headers: { range } })
    return [response.status, response.headers.get('content-range'), await response.text()]
  }
  expect(await partOf('bytes=0-')).toEqual([206, 'bytes 0-9/10', '0123456789'])
  expect(await partOf('bytes=3-5')).toEqual([206, 'bytes 3-5/10', '345'])
  expect(await partOf('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89'])
})
