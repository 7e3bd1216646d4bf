import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pgLedger } from '../../src/features/plays/ledger/pg/pg-ledger.ts'
import type { NumberedPlay, PlaysLedger } from '../../src/features/plays/ledger/plays-ledger.ts'
import { concurrencyLimit } from '../../src/platform/concurrency/concurrency-limit.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase } from '../harness/hub.ts'

const noon = Date.parse('2026-05-18T12:00:00Z')
const hourMs = 3_600_000

/** What waits to be counted: single cells, and those of large batches. */
const waiting = `
  select * from play_deltas
  union all
  select lane, cell.*
  from play_packs p, unnest(p.series, p.day, p.territory, p.source, p.model, p.streams, p.timed, p.played_ms) cell`

/** Batches of the size that goes in by COPY, against what is stored and what waits to be counted. */
describe('large batches of plays', () => {
  let opened: OpenDatabase
  let ledger: PlaysLedger
  beforeAll(async () => {
    opened = await createTestDatabase()
  })
  atEnd(() => opened.close())
  beforeEach(async () => {
    await opened.database.system.execute('truncate plays, play_deltas, play_packs')
    ledger = pgLedger({ database: opened.database, queue: concurrencyLimit(4), onCounted() {} })
  })

  const play = (id: string | number, members: Partial<NumberedPlay> = {}): NumberedPlay => ({
    id: String(id),
    trackId: 'trk_00000000000000000000000001',
    atMs: noon,
    territory: '',
    source: '',
    model: '',
    playedMs: null,
    series: 7,
    lane: 3,
    ...members,
  })
  const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => play(from + index))
  const row = async (text: string) => Object.values((await opened.database.system.row<object>(text)) ?? {}).map(Number)
  const stored = () => row('select count(*) as plays, count(distinct id) as ids from plays')
  const counted = () =>
    row(`select sum(streams) as streams, sum(timed) as timed, sum(played_ms) as ms from (${waiting}) waiting`)

  it('are counted by everything that identifies a cell, each with its time', async () => {
    const plays = Array.from({ length: 1_200 }, (_, index) =>
      play(`"${index}\\`, {
        atMs: noon + (index % 2 === 0 ? 0 : 12 * hourMs),
        territory: ['DE', 'FR', ''][index % 3] ?? '',
        source: index < 600 ? 'radio' : '',
        model: index < 300 ? 'free' : '',
        series: 7 + (index % 2),
        lane: 3 + (index % 2),
        playedMs: index < 800 ? 80_000_000 : null,
      }),
    )
    expect(await ledger.append('site-a', plays)).toEqual({ accepted: 1_200, duplicates: 0 })
    expect(
      await opened.database.system.rows(
        `select concat_ws(' ', lane, series, day, territory, source, model) as cell, streams, timed, played_ms as ms
         from (${waiting}) waiting where territory = 'DE' order by 1`,
      ),
    ).toEqual([
      { cell: '3 7 2026-05-18 DE  ', streams: 100, timed: 34, ms: 2_720_000_000 },
      { cell: '3 7 2026-05-18 DE radio ', streams: 50, timed: 50, ms: 4_000_000_000 },
      { cell: '3 7 2026-05-18 DE radio free', streams: 50, timed: 50, ms: 4_000_000_000 },
      { cell: '4 8 2026-05-19 DE  ', streams: 100, timed: 33, ms: 2_640_000_000 },
      { cell: '4 8 2026-05-19 DE radio ', streams: 50, timed: 50, ms: 4_000_000_000 },
      { cell: '4 8 2026-05-19 DE radio free', streams: 50, timed: 50, ms: 4_000_000_000 },
    ])
    expect(
      await opened.database.system.rows(
        `select day::text, property, (extract(epoch from at) * 1000)::float8 as at, series, territory, source, model,
                played_ms as ms
         from plays where id in ('"0\\', '"1199\\') order by id`,
      ),
    ).toEqual([
      {
        ...{ day: '2026-05-18', property: 'site-a', at: noon, series: 7 },
        ...{ territory: 'DE', source: 'radio', model: 'free', ms: 80_000_000 },
      },
      {
        ...{ day: '2026-05-19', property: 'site-a', at: noon + 12 * hourMs, series: 8 },
        ...{ territory: '', source: '', model: '', ms: null },
      },
    ])
  })

  it('count what is new in them, whatever was stored before', async () => {
    expect(await ledger.append('site-a', numbered(0, 600))).toEqual({ accepted: 600, duplicates: 0 })
    expect(await ledger.append('site-a', numbered(0, 600))).toEqual({ accepted: 0, duplicates: 600 })
    expect(await ledger.append('site-a', numbered(599, 1_199))).toEqual({ accepted: 599, duplicates: 1 })
    expect(await stored()).toEqual([1_199, 1_199])
    expect(await counted()).toEqual([1_199, 0, 0])
  })

  it('take no room when they are sent again', async () => {
    const room = () => row(`select pg_relation_size('plays_20260518') as bytes`)
    await ledger.append('site-a', numbered(0, 2_000))
    const before = await room()
    expect(await ledger.append('site-a', numbered(0, 2_000))).toEqual({ accepted: 0, duplicates: 2_000 })
    expect(await room()).toEqual(before)
  })

  it('count once what they hold twice', async () => {
    const plays = [...numbered(0, 600), ...numbered(300, 600)]
    expect(await ledger.append('site-a', plays)).toEqual({ accepted: 600, duplicates: 300 })
    expect(await counted()).toEqual([600, 0, 0])
  })

  it('count once what comes at the same time in any order', async () => {
    const plays = numbered(0, 2_000)
    const answers = await Promise.all([
      ledger.append('site-a', plays),
      ledger.append('site-a', plays.toReversed()),
      ledger.append('site-a', plays.slice(500, 1_500)),
    ])
    expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2_000)
    expect(await stored()).toEqual([2_000, 2_000])
    expect(await counted()).toEqual([2_000, 0, 0])
  })

  it('find their day made again, when another node dropped it', async () => {
    await ledger.append('site-a', [play('first')])
    await opened.database.system.execute('drop table plays_20260518')
    expect(await ledger.append('site-a', numbered(0, 600))).toEqual({ accepted: 600, duplicates: 0 })
    expect(await stored()).toEqual([600, 600])
  })
})
