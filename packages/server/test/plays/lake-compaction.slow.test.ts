import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { duckDb } from '../../src/features/plays/ledger/lake/duckdb.ts'
import { lakeLedger } from '../../src/features/plays/ledger/lake/lake-ledger.ts'
import { pgLedger } from '../../src/features/plays/ledger/pg/pg-ledger.ts'
import type { NumberedPlay, PlaysLedger } from '../../src/features/plays/ledger/plays-ledger.ts'
import { diskObjects } from '../../src/platform/blobs/disk/disk-objects.ts'
import { concurrencyLimit } from '../../src/platform/concurrency/concurrency-limit.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { collect } from '../harness/collect.ts'
import { createTestDatabase } from '../harness/hub.ts'

/** The end of an account says its lane. */
const accountOf = (lane: number) => `acc_01BAKE${String(lane).padStart(20, '0')}`

describe('what a lake counts', () => {
  let opened: OpenDatabase
  let ledger: PlaysLedger
  const series: number[] = []
  beforeAll(async () => {
    opened = await createTestDatabase()
    const { system } = opened.database
    for (const lane of [0, 1]) {
      await system.execute(`insert into accounts (id, name) values ($1, 'Label')`, [accountOf(lane)])
      const made = await system.row<{ number: number }>(
        `insert into play_series (account_id, source_kind, outlet_id, release_id, track_id, legacy)
         values ($1, 'plays', 'site-a', 'rel_1', 'trk_1', false) returning number`,
        [accountOf(lane)],
      )
      series.push(made?.number ?? 0)
    }
    const folder = await mkdtemp(join(tmpdir(), 'lake-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    const { database } = opened
    ledger = lakeLedger({
      database,
      objects: diskObjects(join(folder, 'objects')),
      duck: duckDb(),
      workFolder: join(folder, 'work'),
      log: silentLog,
      jobs: jobQueue(),
      earlier: pgLedger({ database, queue: concurrencyLimit(1), onCounted() {} }),
      onCounted() {},
    })
    atEnd(() => ledger.close())
  })
  atEnd(() => opened.close())
  beforeEach(() => opened.database.system.execute('truncate play_packs, play_deltas'))

  const play = (id: string, members: Partial<NumberedPlay> = {}): NumberedPlay => ({
    ...{ id, trackId: '', series: series[0] ?? 0, lane: 0, atMs: Date.UTC(2026, 4, 10, 10) },
    ...{ territory: '', source: '', model: '', playedMs: null },
    ...members,
  })
  const compact = async (...plays: NumberedPlay[]) => {
    await ledger.append('site-a', plays)
    await ledger.count()
  }
  const packs = () =>
    opened.database.system.rows('select lane, cardinality(series) as cells from play_packs order by lane, cells')
  const cells = () =>
    opened.database.system.rows(
      `select lane, cell.day::text, cell.territory, cell.source, cell.model, cell.streams, cell.timed, cell.played_ms as ms
       from play_packs p, unnest(p.day, p.territory, p.source, p.model, p.streams, p.timed, p.played_ms)
         as cell (day, territory, source, model, streams, timed, played_ms)
       order by lane, cell.day, cell.territory, cell.source, cell.model, cell.streams`,
    )

  it('waits in one row per lane, keyed by everything that identifies a cell, each with its time', async () => {
    const other = { series: series[1] ?? 0 }
    await compact(
      play('1', { territory: 'DE', playedMs: 80_000_000 }),
      play('2', { territory: 'DE', playedMs: 80_000_000 }),
      play('3', { territory: 'DE' }),
      play('4', { territory: 'DE', source: 'radio' }),
      play('5', { territory: 'DE', source: 'radio', model: 'free' }),
      play('6', { ...other, territory: 'DE', playedMs: 0 }),
    )
    expect(await packs()).toEqual([
      { lane: 0, cells: 3 },
      { lane: 1, cells: 1 },
    ])
    const cell = { day: '2026-05-10', territory: 'DE', source: '', model: '', streams: 1, timed: 0, ms: 0 }
    expect(await cells()).toEqual([
      { ...cell, lane: 0, streams: 3, timed: 2, ms: 160_000_000 },
      { ...cell, lane: 0, source: 'radio' },
      { ...cell, lane: 0, source: 'radio', model: 'free' },
      { ...cell, lane: 1, timed: 1 },
    ])
    expect(await opened.database.system.rows('select from play_deltas')).toHaveLength(0)
  })

  it('counts what comes again once: in a batch, in the inbox, and after it was counted', async () => {
    await compact(play('early'), play('early'), play('both', { territory: 'DE' }))
    await ledger.append('site-a', [play('late'), play('early')])
    await ledger.append('site-b', [play('late')])
    await compact(play('late'), play('both', { territory: 'FR' }), play('last'))
    expect(await cells()).toEqual([
      expect.objectContaining({ territory: '', streams: 1 }),
      expect.objectContaining({ territory: '', streams: 3 }),
      expect.objectContaining({ territory: 'DE', streams: 1 }),
    ])
    const stored = (await collect(ledger.readDay('2026-05-10'))).flat()
    expect(stored.filter(({ id }) => /[a-z]/.test(id)).map(({ property, id }) => `${property} ${id}`)).toEqual([
      ...['site-a both', 'site-a early', 'site-a last', 'site-a late', 'site-b late'],
    ])
  })

  it('takes names as they are', async () => {
    const odd = ['NULL', '{"', '\\', 'a,b', "'", 'ä\tß\n']
    await compact(...odd.map((source, index) => play(`odd ${index}`, { source })))
    expect((await cells()).map((cell) => (cell as { source: string }).source).sort()).toEqual([...odd].sort())
  })

  it('leaves out series that no longer exist', async () => {
    await compact(play('of nobody', { series: 2_000_000_000 }), play('of somebody'))
    expect(await packs()).toEqual([{ lane: 0, cells: 1 }])
  })

  it('goes into several rows when it is much', async () => {
    const many = Array.from({ length: 25_000 }, (_, index) => play(`many ${index}`, { source: `${index}` }))
    await compact(...many, play('one more', { series: series[1] ?? 0 }))
    const found = (await packs()) as { readonly cells: number }[]
    expect(found).toHaveLength(3)
    expect(found.reduce((sum, pack) => sum + pack.cells, 0)).toBe(25_001)
  })
})
