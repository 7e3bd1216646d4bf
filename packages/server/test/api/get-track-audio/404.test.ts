import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { createLiveRelease, takeDown } from '../../harness/live-releases.ts'
import { askAsSiteA, sharedPropertyHub, tokenOfSiteA } from '../../harness/shared-property-hub.ts'

describe('getTrackAudio 404', () => {
  it('answers for what is live only elsewhere as for what does not exist', async () => {
    const hub = await sharedPropertyHub()
    const { accountId } = await createTestAccount(hub)
    const elsewhere = await createLiveRelease(hub, { accountId, properties: ['site-b'] })
    const nowhere = await createLiveRelease(hub, { accountId })
    const ask = async (id: string | undefined) => {
      const { status, body } = await hub.json('GET', `/api/integration/tracks/${id}/audio`, { bearer: tokenOfSiteA })
      return { status, body: { ...body, requestId: null } }
    }
    const never = await ask('trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(never.status).toBe(404)
    expect(never.body.error).toBe('track_not_found')
    for (const id of [elsewhere.trackIds[0], nowhere.trackIds[0], 'trk_1', 'nonsense'])
      expect(await ask(id)).toEqual(never)
  })

  it('stops answering when the track is taken down', async () => {
    const hub = await sharedPropertyHub()
    const { accountId } = await createTestAccount(hub, 'Gone Records')
    const properties = ['site-a', 'site-b']
    const { releaseId, trackIds } = await createLiveRelease(hub, { accountId, properties })
    const status = async () =>
      (await askAsSiteA(hub, `/api/integration/tracks/${trackIds[0]}/audio`, {}, 'HEAD')).status
    expect(await status()).toBe(200)
    await takeDown(hub, { accountId, releaseId, property: 'site-a' })
    expect(await status()).toBe(404)
  })
})
