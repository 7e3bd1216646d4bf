import { beforeAll, describe, expect, it } from 'vitest'
import { foldDeltas, type lanes, lockLane } from '../../src/features/plays/rollups/fold-queries.ts'
import type { Transaction } from '../../src/platform/database/sql.ts'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { foldPlays } from '../harness/plays.ts'

const token = 'a'.repeat(32)
const now = Date.parse('2026-05-20T12:00:00Z')
const few = { deltas: 10, packs: 10 }

/** Two accounts with waiting plays in different lanes. */
describe('lanes of plays', () => {
  let hub: TestHub
  const accounts: TestAccount[] = []
  const trackIds: string[] = []
  const laneOf = async ({ accountId }: TestAccount) =>
    (
      await hub.opened.database.system.row<{ lane: (typeof lanes)[number] }>('select play_lane($1) as lane', [
        accountId,
      ])
    )?.lane ?? 0
  const streams = async (account: TestAccount) =>
    (
      await hub.opened.database
        .tenant(account.accountId)
        .row<{ streams: number }>(
          'select coalesce(sum(streams), 0)::int as streams from play_days where account_id = $1',
        )
    )?.streams
  let count = 0
  const report = (trackId: string | undefined) =>
    hub.json('POST', '/api/integration/plays', {
      bearer: token,
      body: [{ id: `p${count++}`, trackId, at: '2026-05-10T10:00:00Z' }],
    })

  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` },
      overrides: { clock: { now: () => now } },
    })
    while (accounts.length < 2) {
      const account = await createTestAccount(hub)
      if (accounts[0] && (await laneOf(account)) === (await laneOf(accounts[0]))) continue
      accounts.push(account)
      const { trackIds: made } = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'] })
      trackIds.push(...made)
    }
  })

  it('are folded although another one is held', async () => {
    const [slow, quick] = accounts
    if (!slow || !quick) throw new Error('two accounts were made')
    for (const trackId of trackIds) await report(trackId)
    const { database } = hub.opened
    await database.transaction(async (held) => {
      await lockLane(held, await laneOf(slow))
      await foldDeltas(held, await laneOf(slow), few)
      await database.transaction(async (trx) => {
        await lockLane(trx, await laneOf(quick))
        expect(await foldDeltas(trx, await laneOf(quick), few)).toEqual({ deltas: 1, packs: 0 })
      })
      expect(await streams(quick)).toBe(1)
      expect(await streams(slow)).toBe(0)
    })
    expect(await streams(slow)).toBe(1)
  })

  it('count every play once, even when several processes fold at the same time', async () => {
    for (let round = 0; round < 20; round++) for (const trackId of trackIds) await report(trackId)
    const before = await Promise.all(accounts.map(streams))
    await Promise.all([foldPlays(hub), foldPlays(hub), foldPlays(hub)])
    expect(await Promise.all(accounts.map(streams))).toEqual(before.map((streamed = 0) => streamed + 20))
  })

  it('count a large batch once, which waits in one row for each of them', async () => {
    const before = await Promise.all(accounts.map(streams))
    const large = Array.from({ length: 1_203 }, (_, index) => ({
      id: `large-${index}`,
      trackId: trackIds[index % 3 === 0 ? 0 : 1],
      at: '2026-05-10T10:00:00Z',
      territory: ['DE', 'FR'][index % 2],
    }))
    const report = () => hub.json('POST', '/api/integration/plays', { bearer: token, body: large })
    expect((await report()).body).toMatchObject({ accepted: 1_203, duplicates: 0 })
    expect((await report()).body).toMatchObject({ accepted: 0, duplicates: 1_203 })
    const packs = () =>
      hub.opened.database.system.rows('select lane, cardinality(series) as cells from play_packs order by lane')
    expect(await packs()).toEqual(
      (await Promise.all(accounts.map(laneOf))).toSorted((a, b) => a - b).map((lane) => ({ lane, cells: 2 })),
    )
    await Promise.all([foldPlays(hub), foldPlays(hub)])
    expect(await packs()).toEqual([])
    const [first = 0, second = 0] = before
    expect(await Promise.all(accounts.map(streams))).toEqual([first + 401, second + 802])
  })

  it('read the arrays of packs in place, not from a table for each', async () => {
    const plan = await hub.opened.database.transaction(async (trx) => {
      const lines: string[] = []
      const row: Transaction['row'] = async (text, values) => {
        const read = await trx.rows<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
        lines.push(...read.map((line) => line['QUERY PLAN']))
        return undefined
      }
      await foldDeltas({ ...trx, row }, 0, few)
      return lines
    })
    expect(plan.filter((line) => line.includes('ProjectSet'))).toHaveLength(1)
    expect(plan.filter((line) => line.includes('Function Scan'))).toEqual([])
  })

  it('fold more packs than they take at a time', async () => {
    const [account] = accounts
    if (!account) throw new Error('two accounts were made')
    const before = (await streams(account)) ?? 0
    await hub.opened.database.system.execute(
      `insert into play_packs select play_lane(account_id), array[number], array[date '2026-05-11'], array['DE'], array[''],
         array[''], array[2], array[0], array[0] from play_series, generate_series(1, 60) where account_id = $1`,
      [account.accountId],
    )
    await foldPlays(hub)
    expect(await streams(account)).toBe(before + 120)
  })

  it('are found by the job, whichever they are', async () => {
    const worker = await startTestHub({ environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
    const made = await Promise.all(Array.from({ length: 6 }, () => createTestAccount(worker)))
    const at = new Date().toISOString()
    for (const { accountId } of made) {
      const release = await createLiveRelease(worker, { accountId, properties: ['site-a'] })
      await worker.json('POST', '/api/integration/plays', {
        bearer: token,
        body: [{ id: accountId, trackId: release.trackIds[0], at }],
      })
    }
    await eventually(
      async () =>
        (
          await worker.opened.database.system.row<{ streams: number }>(
            'select sum(streams)::int as streams from play_days',
          )
        )?.streams === made.length || undefined,
      { what: 'every play is counted', intervalMs: 50 },
    )
  })
})
