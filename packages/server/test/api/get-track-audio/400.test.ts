import { expect, it } from 'vitest'
import { askAsSiteA, offerMaster, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

it('getTrackAudio 400 refuses a format that it does not have', async () => {
  const hub = await sharedPropertyHub()
  const { path } = await offerMaster(hub, Buffer.from('audio'))
  const answer = await askAsSiteA(hub, `${path}?format=ogg`)
  expect(answer.status).toBe(400)
})
