import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { reportAndFold } from '../../harness/plays.ts'

const token = 'a'.repeat(32)
const now = Date.parse('2026-05-20T12:00:00Z')
const path = '/api/v1/music-distributor/analytics'

describe('getMusicAnalytics 200', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` },
      overrides: { clock: { now: () => now } },
    })
    account = await createTestAccount(hub)
  })

  it('leaves out what the single-asset API made, in every roll-up', async () => {
    const { accountId } = account
    const album = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
    const asset = await createLiveRelease(hub, { accountId, properties: ['site-a'], legacy: true })
    const play = (id: string, trackId: string | undefined) => ({
      id,
      trackId,
      at: '2026-05-10T10:00:00Z',
      territory: 'DE',
      source: 'radio',
    })
    await reportAndFold(hub, token, [
      play('1', album.trackIds[0]),
      play('2', album.trackIds[0]),
      play('3', asset.trackIds[0]),
    ])
    const key = await account.key(['analytics:read'])
    for (const [query, music, everything] of [
      ['', 2, 3],
      ['&groupBy=source', 2, 3],
      ['&groupBy=track', 2, 3],
      ['&groupBy=track,territory', 2, 3],
      [`&releaseId=${asset.releaseId}`, 0, 1],
    ] as const) {
      const ours = await hub.json('GET', `${path}?metrics=streams${query}`, { key })
      expect([query, ours.body.totals]).toEqual([query, { streams: music }])
      const all = await hub.json('GET', `/api/v1/distributor/analytics?metrics=streams${query}`, { key })
      expect([query, all.body.totals]).toEqual([query, { streams: everything }])
    }
  })

  it('lists no reporting outlet for an account with legacy assets only', async () => {
    const legacy = await createTestAccount(hub, 'Old Records')
    const asset = await createLiveRelease(hub, { accountId: legacy.accountId, properties: ['site-a'], legacy: true })
    await reportAndFold(hub, token, [{ id: 'x', trackId: asset.trackIds[0], at: '2026-05-10T10:00:00Z' }])
    const { body } = await hub.json('GET', path, { key: await legacy.key() })
    expect(body).toMatchObject({ totals: {}, data: [], meta: { sources: [] } })
    expect(body.meta.unavailable).toContain('streams')
  })
})
