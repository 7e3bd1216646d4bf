import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease, type LiveRelease } from '../harness/live-releases.ts'

const now = Date.parse('2026-05-20T12:00:00Z')

describe('sandbox plays', () => {
  let hub: TestHub
  let account: TestAccount
  let release: LiveRelease
  const generate = (seed: number, days = 7) =>
    hub.hub.plays.generateSandboxPlays({
      accountId: account.accountId,
      releaseId: release.releaseId,
      days,
      seed,
    })
  const ask = async (query = '') => {
    await hub.hub.plays.fold()
    return (await hub.json('GET', `/api/v1/distributor/analytics?${query}`, { key: await account.key() })).body
  }

  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_SANDBOX_OUTLET: 'on' },
      overrides: { clock: { now: () => now } },
    })
    account = await createTestAccount(hub)
    release = await createLiveRelease(hub, { accountId: account.accountId, trackTitles: ['One', 'Two'] })
  })

  it('fills the days up to yesterday, marked in every answer', async () => {
    const added = await generate(1)
    expect(added).toBeGreaterThan(50)
    const body = await ask('groupBy=outlet,track&metrics=streams,playedMs')
    expect(body.totals.streams).toBe(added)
    expect(body.totals.playedMs).toBeGreaterThan(added * 60_000)
    expect(body.meta.sandbox).toBe(true)
    expect(body.meta.sources).toMatchObject([{ outlet: 'sandbox', name: 'Sandbox', property: null, kind: 'sandbox' }])
    expect(new Set(body.data.map(({ date }: { date: string }) => date))).toEqual(
      new Set(['2026-05-13', '2026-05-14', '2026-05-15', '2026-05-16', '2026-05-17', '2026-05-18', '2026-05-19']),
    )
    expect(new Set(body.data.map(({ group }: { group: { track: string } }) => group.track))).toEqual(
      new Set(release.trackIds),
    )
  })

  it('generates the same plays again for the same seed, which adds nothing', async () => {
    const before = (await ask()).totals
    expect(await generate(1)).toBe(0)
    expect(await generate(1, 3)).toBe(0)
    expect((await ask()).totals).toEqual(before)
    expect(await generate(2)).toBeGreaterThan(0)
  })

  it('is not a property, and can be filtered out', async () => {
    expect((await ask('property=sandbox')).data).toEqual([])
    expect((await ask('groupBy=property')).data).toEqual([])
    expect((await ask('outlet=sandbox')).data.length).toBeGreaterThan(0)
  })

  it("makes nothing for another account's release", async () => {
    const other = await createTestAccount(hub, 'Other Records')
    await expect(
      hub.hub.plays.generateSandboxPlays({
        accountId: other.accountId,
        releaseId: release.releaseId,
        days: 1,
        seed: 1,
      }),
    ).rejects.toMatchObject({ code: 'release_not_found' })
  })
})
