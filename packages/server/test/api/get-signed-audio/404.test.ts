import { expect, it } from 'vitest'
import { takeDown } from '../../harness/live-releases.ts'
import { startSecondNode } from '../../harness/second-node.ts'
import { offerMaster, sharedPropertyHub, tokenOfSiteA } from '../../harness/shared-property-hub.ts'
import { audioPathOf, startSigningHub } from '../../harness/signing-hub.ts'

it('getSignedAudio 404 stops at once when the track is taken down, at every node', async () => {
  const { hub, time } = await startSigningHub()
  const node = await startSecondNode(hub, {
    role: 'api',
    environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenOfSiteA}` },
    overrides: { clock: { now: () => time.nowMs } },
  })
  const { accountId, releaseId } = await offerMaster(hub, Buffer.from('audio'))
  const path = await audioPathOf(hub, releaseId)
  const statuses = async () => [(await hub.request(path)).status, (await node.request(path)).status]
  expect(await statuses()).toEqual([200, 200])
  await takeDown(hub, { accountId, releaseId, property: 'site-a' })
  expect(await statuses()).toEqual([404, 404])
  expect((await hub.json('GET', path)).body.error).toBe('track_not_found')
})

it('getSignedAudio 404 answers for an id without the form of one', async () => {
  const hub = await sharedPropertyHub()
  const { status, body } = await hub.json('GET', '/api/signed/tracks/x/audio?property=site-a&expires=1&signature=x')
  expect([status, body.error]).toEqual([404, 'track_not_found'])
})
