import { expect, it } from 'vitest'
import { signAddress } from '../../../src/features/plays/feed/signed-addresses.ts'
import { deriveKey } from '../../../src/platform/secrets/encryption.ts'
import { createTestAccount } from '../../harness/accounts.ts'
import { createLiveRelease, takeDown } from '../../harness/live-releases.ts'
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

it('getSignedAudio 404 answers for a track of another property as for one that does not exist', async () => {
  const { hub } = await startSigningHub()
  const { accountId } = await createTestAccount(hub)
  const { trackIds } = await createLiveRelease(hub, { accountId, properties: ['site-b'] })
  // A property has the token, so it can sign what it likes.
  const key = deriveKey(Buffer.from(tokenOfSiteA), 'signed addresses', 'site-a')
  const ask = async (id: string) => {
    const expires = Date.parse('2026-05-01T08:15:00Z') / 1000
    const signature = signAddress(key, { kind: 'audio', id, property: 'site-a', expires, network: undefined })
    const query = `property=site-a&expires=${expires}&signature=${signature}`
    const { status, body } = await hub.json('GET', `/api/signed/tracks/${id}/audio?${query}`)
    return { status, body: { ...body, requestId: null } }
  }
  const never = await ask('trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  expect(never).toMatchObject({ status: 404, body: { error: 'track_not_found' } })
  expect(await ask(String(trackIds[0]))).toEqual(never)
})

it('getSignedAudio 404 answers for an id without the form of one', async () => {
  const hub = await sharedPropertyHub()
  const { status, body } = await hub.json('GET', '/api/signed/tracks/x/audio?property=site-a&expires=1&signature=x')
  expect([status, body.error]).toEqual([404, 'track_not_found'])
})
