import { expect, it } from 'vitest'
import { offerLostCover } from '../../harness/playable-cover.ts'
import { askAsSiteA, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

it('getPlayableCover 503 asks for another try while the storage does not answer', async () => {
  const hub = await sharedPropertyHub()
  const releaseId = await offerLostCover(hub)
  const response = await askAsSiteA(hub, `/api/integration/releases/${releaseId}/cover`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ error: 'storage_unavailable' })
})
