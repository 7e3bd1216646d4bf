import { expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { tokenOfSiteA } from '../../harness/shared-property-hub.ts'
import { startSigningHub } from '../../harness/signing-hub.ts'

it('getPlayableRelease 304 while nothing has changed and the signed addresses are fresh', async () => {
  const { hub, time } = await startSigningHub()
  const { accountId } = await createTestAccount(hub)
  const { releaseId } = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  const request = (headers: Record<string, string> = {}) =>
    hub.request(`/api/integration/releases/${releaseId}`, {
      headers: { authorization: `Bearer ${tokenOfSiteA}`, ...headers },
    })
  const first = await request()
  expect(await first.json()).toMatchObject({ tracks: [{ signedAudio: { expiresAt: '2026-05-01T08:15:00.000Z' } }] })
  const known = { 'if-none-match': first.headers.get('etag') ?? 'none' }

  time.nowMs = Date.parse('2026-05-01T08:02:59.999Z')
  expect((await request(known)).status).toBe(304)

  time.nowMs = Date.parse('2026-05-01T08:03:00Z')
  const second = await request(known)
  expect(second.status).toBe(200)
  expect(await second.json()).toMatchObject({ tracks: [{ signedAudio: { expiresAt: '2026-05-01T08:18:00.000Z' } }] })
})
