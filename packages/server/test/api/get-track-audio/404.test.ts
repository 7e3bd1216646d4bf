import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startTestHub } from '../../harness/hub.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'

const tokenA = 'a'.repeat(32)
const tokenB = 'b'.repeat(32)

describe('getTrackAudio 404', () => {
  it('answers for what is live only elsewhere as for what does not exist', async () => {
    const hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenA},site-b=${tokenB}` },
    })
    const { accountId } = await createTestAccount(hub)
    const elsewhere = await createLiveRelease(hub, { accountId, properties: ['site-b'] })
    const nowhere = await createLiveRelease(hub, { accountId })
    const ask = async (id: string | undefined) => {
      const { status, body } = await hub.json('GET', `/api/integration/tracks/${id}/audio`, { bearer: tokenA })
      return { status, body: { ...body, requestId: null } }
    }
    const never = await ask('trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(never.status).toBe(404)
    expect(never.body.error).toBe('track_not_found')
    for (const id of [elsewhere.trackIds[0], nowhere.trackIds[0], 'trk_1', 'nonsense'])
      expect(await ask(id)).toEqual(never)
  })
})
