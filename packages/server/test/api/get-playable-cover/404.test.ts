import { expect, it } from 'vitest'
import { createLiveRelease, takeDown } from '../../harness/live-releases.ts'
import { offerCover } from '../../harness/playable-cover.ts'
import { sharedPropertyHub, tokenOfSiteA, tokenOfSiteB } from '../../harness/shared-property-hub.ts'

it('getPlayableCover 404 hides covers of releases that are not live at the property, and names a missing cover', async () => {
  const hub = await sharedPropertyHub()
  const { accountId, releaseId, path } = await offerCover(hub)
  const ask = async (address: string, bearer = tokenOfSiteA) => {
    const { status, body } = await hub.json('GET', address, { bearer })
    return [status, body?.error, body?.detail]
  }
  const hidden = [404, 'release_not_found', 'Release not found.']
  expect(await ask(path, tokenOfSiteB)).toEqual(hidden)
  const bare = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  expect(await ask(`/api/integration/releases/${bare.releaseId}/cover`)).toEqual([
    ...[404, 'release_not_found', 'The release has no cover.'],
  ])
  await takeDown(hub, { accountId, releaseId, property: 'site-a' })
  expect(await ask(path)).toEqual(hidden)
})
