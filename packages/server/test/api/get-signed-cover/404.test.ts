import { expect, it } from 'vitest'
import { takeDown } from '../../harness/live-releases.ts'
import { offerCover } from '../../harness/playable-cover.ts'
import { sharedPropertyHub } from '../../harness/shared-property-hub.ts'
import { coverPathOf } from '../../harness/signing-hub.ts'

it('getSignedCover 404 stops at once when the release is taken down', async () => {
  const hub = await sharedPropertyHub()
  const { accountId, releaseId } = await offerCover(hub)
  const path = await coverPathOf(hub, releaseId)
  expect((await hub.request(path, { method: 'HEAD' })).status).toBe(200)
  await takeDown(hub, { accountId, releaseId, property: 'site-a' })
  const { status, body } = await hub.json('GET', path)
  expect([status, body.error]).toEqual([404, 'release_not_found'])
})
