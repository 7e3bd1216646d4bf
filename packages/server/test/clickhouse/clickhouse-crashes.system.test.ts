import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClickHouse, clickHouse } from '../../src/features/plays/ledger/clickhouse/clickhouse.ts'
import { clickHouseLedger } from '../../src/features/plays/ledger/clickhouse/clickhouse-ledger.ts'
import { pgLedger } from '../../src/features/plays/ledger/pg/pg-ledger.ts'
import type { NumberedPlay, PlaysLedger } from '../../src/features/plays/ledger/plays-ledger.ts'
import { concurrencyLimit } from '../../src/platform/concurrency/concurrency-limit.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { startClickHouse, type TestClickHouse } from '../harness/clickhouse/chdb.ts'
import { collect } from '../harness/collect.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { foldPlays } from '../harness/plays.ts'
import { createRandom, seedFromEnvironment } from '../harness/random.ts'

const seed = seedFromEnvironment()

describe('a ledger in ClickHouse', () => {
  let engine: TestClickHouse
  let hub: TestHub
  let settings: { readonly url: string; readonly user: string; readonly password: undefined; readonly database: string }
  let series: number
  beforeAll(async () => {
    engine = await startClickHouse()
    hub = await startTestHub({ role: 'api' })
    const { SPINDLE_CLICKHOUSE_DATABASE: database = '' } = await engine.environment()
    settings = { url: engine.url, user: 'default', password: undefined, database }
    const { accountId } = await createTestAccount(hub)
    await createLiveRelease(hub, { accountId, properties: ['site-a'] })
    const row = await hub.opened.database.system.row<{ number: number }>('select number from play_series')
    series = row?.number ?? 0
  })

  function ledger(wrapped: ClickHouse = clickHouse(settings)): PlaysLedger {
    const { database } = hub.opened
    const earlier = pgLedger({ database, queue: concurrencyLimit(1), onCounted() {} })
    const parts = { clickHouse: wrapped, database, jobs: jobQueue(), log: silentLog, earlier, onCounted() {} }
    const made = clickHouseLedger(parts)
    atEnd(() => made.close())
    return made
  }
  /** The result of an insert. `unanswered` is still stored. */
  type Fate = 'well' | 'refused' | 'unanswered'
  function withFates(fate: () => Fate | Promise<Fate>): ClickHouse {
    const real = clickHouse(settings)
    return {
      ...real,
      async execute(statement) {
        if (statement.rows === undefined) return real.execute(statement)
        const how = await fate()
        if (how !== 'refused') await real.execute(statement)
        if (how !== 'well') throw new TypeError('fetch failed')
      },
    }
  }
  const play = (id: string, day = 10): NumberedPlay => ({
    ...{ id, trackId: 'trk_00000000000000000000000000', series, lane: 0, atMs: Date.UTC(2026, 4, day, 10) },
    ...{ territory: 'DE', source: '', model: '', playedMs: null },
  })
  const streams = async (): Promise<number> => {
    await foldPlays(hub)
    const text = 'select coalesce(sum(streams), 0)::int as streams from play_track_days'
    return (await hub.opened.database.system.row<{ streams: number }>(text))?.streams ?? 0
  }
  const rowsOf = async (id: string): Promise<string> =>
    (await engine.query(`select count() from ${settings.database}.spindle_plays where id = '${id}'`)).trim()
  const overdue = () =>
    hub.opened.database.system.execute(`update play_batches set registered_at = now() - interval '2 hours'`)

  it('stores once what it sends again because an answer was lost', async () => {
    const before = await streams()
    let sent = 0
    const node = ledger(withFates(() => (sent++ === 0 ? 'unanswered' : 'well')))
    await node.append('site-a', [play('answer lost')])
    expect(sent).toBe(2)
    expect(await rowsOf('answer lost')).toBe('1')
    await node.count()
    expect(await streams()).toBe(before + 1)
  })

  it('counts once what had no answer, was stored, and is reported again', async () => {
    const before = await streams()
    const node = ledger(withFates(() => 'unanswered'))
    await expect(node.append('site-a', [play('unanswered'), play('never again')])).rejects.toThrow()
    const healthy = ledger()
    await healthy.count()
    expect(await streams()).toBe(before)
    await healthy.append('site-a', [play('unanswered')])
    await healthy.count()
    expect(await streams()).toBe(before + 1)
    await overdue()
    await healthy.count()
    expect(await streams()).toBe(before + 2)
    await healthy.append('site-a', [play('unanswered'), play('never again')])
    await healthy.count()
    expect(await streams()).toBe(before + 2)
    expect(await healthy.countPlaysOf('2026-05-10')).toBe(3)
  })

  it('keeps through a kill -9 of ClickHouse what it has answered for', async () => {
    const before = await streams()
    const node = ledger()
    await node.append('site-a', [play('before the kill', 11)])
    await engine.kill()
    await expect(node.append('site-a', [play('while it is away', 11)])).rejects.toMatchObject({
      code: 'storage_unavailable',
    })
    await engine.restart()
    const other = ledger()
    await other.append('site-a', [play('while it is away', 11), play('before the kill', 11)])
    await other.count()
    expect(await streams()).toBe(before + 2)
  })

  it('counts once what several workers count at the same time', async () => {
    const before = await streams()
    const workers = [ledger(), ledger(), ledger()]
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        workers.map((worker, own) => worker.append('site-a', [play('all', 12), play(`${round} ${own}`, 12)])),
      )
      await Promise.all(workers.map((worker) => worker.count()))
    }
    expect(await streams()).toBe(before + 10)
  })

  it(`counts every play once, whatever happens to its batches (seed ${seed})`, async () => {
    const random = createRandom(seed).fork('clickhouse')
    const before = await streams()
    const ids = Array.from({ length: 60 }, (_, index) => `'${index}' {x:String}; drop table spindle_plays -- "\\n`)
    const fate = async (): Promise<Fate> => {
      await sleep(random.integer(0, 400))
      return random.pick(['well', 'well', 'refused', 'unanswered'] as const)
    }
    const report = async (plays: readonly NumberedPlay[]): Promise<void> => {
      let isStored = false
      while (!isStored)
        isStored = await ledger(withFates(fate))
          .append('site-a', plays)
          .then(
            () => true,
            () => false,
          )
    }
    let isOver = false
    const counting = [ledger(), ledger()].map(async (worker) => {
      while (!isOver) {
        await worker.count()
        await sleep(random.integer(0, 200))
      }
    })
    const clients = Array.from({ length: 6 }, async () => {
      for (let batch = 0; batch < 6; batch++)
        await report(Array.from({ length: 5 }, () => play(random.pick(ids), random.integer(13, 14))))
    })
    await Promise.all(clients)
    for (const day of [13, 14]) await report(ids.map((id) => play(id, day)))
    isOver = true
    await Promise.all(counting)
    await overdue()
    await ledger().count()
    expect(await streams()).toBe(before + 120)
    await report(ids.map((id) => play(id, 13)))
    await ledger().count()
    expect(await streams()).toBe(before + 120)
    expect(await ledger().countPlaysOf('2026-05-13')).toBe(60)
  })

  it('has no plays of earlier days left, whichever process kept them', async () => {
    const node = ledger()
    const before = pgLedger({ database: hub.opened.database, queue: concurrencyLimit(1), onCounted() {} })
    await before.append('site-a', [play('in the database', 9), play('in both', 12)])
    expect(await node.listDaysBefore('2026-05-13')).toEqual(['2026-05-09', '2026-05-10', '2026-05-11', '2026-05-12'])
    expect(await node.countPlaysOf('2026-05-12')).toBe(11)
    expect((await collect(node.readDay('2026-05-12'))).flat()).toHaveLength(11)
    expect(await node.dropDaysBefore('2026-05-13')).toEqual(['2026-05-09', '2026-05-10', '2026-05-11', '2026-05-12'])
    expect(await node.listDaysBefore('2026-05-15')).toEqual(['2026-05-13', '2026-05-14'])
  })
})
