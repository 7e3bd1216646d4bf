import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('getCatalogItem 200', () => {
  it('answers one release with its tracks and deliveries, and 304 while it is the same', async () => {
    const hub = await sharedHub()
    const account = await createTestAccount(hub)
    const key = await account.key(['catalog:read'])
    const release = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a', 'site-b'] })
    const path = `/api/v1/distributor/catalog/${release.releaseId}`
    const { status, body, headers } = await hub.json('GET', path, { key })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: release.releaseId,
      deleted: false,
      title: 'Night Drive',
      tracks: [{ id: release.trackIds[0], title: 'Intro' }],
      deliveries: [{ outlet: 'site-a' }, { outlet: 'site-b' }],
    })
    const again = await hub.json('GET', path, { key, headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })
})
