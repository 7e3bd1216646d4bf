import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { duckDb } from '../../src/features/plays/ledger/lake/duckdb.ts'
import { lakeLedger } from '../../src/features/plays/ledger/lake/lake-ledger.ts'
import { pgLedger } from '../../src/features/plays/ledger/pg/pg-ledger.ts'
import type { NumberedPlay, PlaysLedger } from '../../src/features/plays/ledger/plays-ledger.ts'
import { diskObjects } from '../../src/platform/blobs/disk/disk-objects.ts'
import type { Objects } from '../../src/platform/blobs/objects.ts'
import { concurrencyLimit } from '../../src/platform/concurrency/concurrency-limit.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { collect } from '../harness/collect.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { foldPlays } from '../harness/plays.ts'

/** A worker that ends after so many changes of the storage: nothing after that happens. */
function endsAfter(objects: Objects, changes: number): Objects {
  let left = changes
  const change = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left-- <= 0) throw new Error('the worker has ended')
    return work()
  }
  return {
    ...objects,
    put: (...args) => change(() => objects.put(...args)),
    putFile: (...args) => change(() => objects.putFile(...args)),
    remove: (...args) => change(() => objects.remove(...args)),
  }
}

describe('compacting the lake', () => {
  let hub: TestHub
  let folder: string
  let series: number
  const lost: unknown[] = []
  const log = { ...silentLog, warn: (_event: string, fields?: object) => void lost.push(fields) }
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    folder = await mkdtemp(join(tmpdir(), 'lake-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    const { accountId } = await createTestAccount(hub)
    await createLiveRelease(hub, { accountId, properties: ['site-a'] })
    const row = await hub.opened.database.system.row<{ number: number }>('select number from play_series')
    series = row?.number ?? 0
  })

  const objects = () => diskObjects(join(folder, 'objects'))
  function ledger(stored: Objects = objects()): PlaysLedger {
    const { database } = hub.opened
    const earlier = pgLedger({ database, queue: concurrencyLimit(1), onCounted() {} })
    const parts = { database, objects: stored, duck: duckDb(), workFolder: join(folder, 'work'), log }
    const made = lakeLedger({ ...parts, jobs: jobQueue(), earlier, onCounted() {} })
    atEnd(() => made.close())
    return made
  }
  const play = (id: string, day = 10): NumberedPlay => ({
    ...{ id, trackId: 'trk_00000000000000000000000000', series, lane: 0, atMs: Date.UTC(2026, 4, day, 10) },
    ...{ territory: 'DE', source: '', model: '', playedMs: null },
  })
  const streams = async (): Promise<number | undefined> => {
    await foldPlays(hub)
    const text = 'select coalesce(sum(streams), 0)::int as streams from play_track_days'
    return (await hub.opened.database.system.row<{ streams: number }>(text))?.streams
  }
  const names = async (prefix: string) => (await collect(objects().list(prefix))).length

  it('answers nothing before the plays are stored', async () => {
    const before = await streams()
    const node = ledger(endsAfter(objects(), 0))
    await expect(node.append('site-a', [play('unanswered')])).rejects.toThrow('the worker has ended')
    await node.count()
    expect(await streams()).toBe(before)
  })

  /** All in the bucket of `again`, so that it gets many segments. */
  const idOf = (round: number): string => {
    for (let tried = 0; ; tried++) {
      const id = `new ${round} ${tried}`
      if (crc32(id) % 8 === crc32('again') % 8) return id
    }
  }

  it('counts every play once, wherever a worker crashes, even while it merges', async () => {
    const healthy = ledger()
    let ended = 0
    for (let round = 0; round < 12; round++) {
      await healthy.append('site-a', [play(idOf(round)), play(idOf(round)), play('again')])
      const worker = ledger(endsAfter(objects(), (round + 1) % 4))
      await worker.count().catch(() => ended++)
      await healthy.count()
      expect(await streams()).toBe(round + 2)
    }
    expect(ended).toBeGreaterThan(5)
    expect(await names('inbox/')).toBe(0)
    expect(await healthy.countPlaysOf('2026-05-10')).toBe(13)
    const segments = await hub.opened.database.system.rows('select from play_segments')
    expect(segments).toHaveLength(4)
    expect((await collect(healthy.readDay('2026-05-10'))).flat().map(({ id }) => id)).toEqual(
      ['again', ...Array.from({ length: 12 }, (_, round) => idOf(round))].sort(),
    )
  })

  it('counts once what several workers compact at the same time', async () => {
    const workers = [ledger(), ledger(), ledger()]
    const before = (await streams()) ?? 0
    for (const worker of workers) await worker.append('site-a', [play('one', 12), play('two', 12), play('three', 12)])
    await Promise.all(workers.map((worker) => worker.count()))
    for (const worker of workers) await worker.append('site-a', [play('two', 12), play('four', 12)])
    await Promise.all(workers.map((worker) => worker.count()))
    expect(await streams()).toBe(before + 4)
    expect(await workers[0]?.countPlaysOf('2026-05-12')).toBe(4)
  })

  it('continues without a file that the storage has lost, and reports it', async () => {
    const before = (await streams()) ?? 0
    const worker = ledger()
    await worker.append('site-a', [play('kept', 14)])
    await worker.count()
    const [name = ''] = await collect(objects().list('days/day=2026-05-14/'))
    await objects().remove(name)
    await worker.append('site-a', [play('kept', 14), play(`${randomUUID()}`, 15)])
    await worker.count()
    expect(lost).toEqual([{ name }])
    expect(await streams()).toBe(before + 3)
    expect(await worker.countPlaysOf('2026-05-14')).toBe(1)
  })

  it('has no plays of earlier days left, whichever process kept them', async () => {
    const worker = ledger()
    const before = pgLedger({ database: hub.opened.database, queue: concurrencyLimit(1), onCounted() {} })
    await before.append('site-a', [play('in the database', 9), play('in both', 12)])
    expect(await worker.listDaysBefore('2026-05-13')).toEqual(['2026-05-09', '2026-05-10', '2026-05-12'])
    expect(await worker.countPlaysOf('2026-05-12')).toBe(5)
    expect((await collect(worker.readDay('2026-05-12'))).flat()).toHaveLength(5)
    expect(await worker.dropDaysBefore('2026-05-13')).toEqual(['2026-05-09', '2026-05-10', '2026-05-12'])
    expect(await worker.listDaysBefore('2026-05-13')).toEqual([])
    expect(await names('days/day=2026-05-1')).toBe(2)
  })
})
