import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playArchive } from '../../src/features/plays/export/play-archive.ts'
import { storedArchive } from '../../src/features/plays/export/stored-archive.ts'
import { pgLedger } from '../../src/features/plays/ledger/pg/pg-ledger.ts'
import { retentionJob } from '../../src/features/plays/retention-job.ts'
import { diskObjects } from '../../src/platform/blobs/disk/disk-objects.ts'
import { concurrencyLimit } from '../../src/platform/concurrency/concurrency-limit.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'

const day = '2026-05-10'

/** DuckDB, an independent program, reads the files. */
describe('exported plays', () => {
  let hub: TestHub
  let directory: string
  let now = Date.parse('2026-05-14T00:00:00Z')
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` } })
    directory = join(await mkdtemp(join(tmpdir(), 'plays-')), 'archive')
    const { accountId } = await createTestAccount(hub)
    await createLiveRelease(hub, { accountId, properties: ['site-a'], trackTitles: ['x', 'y', 'z'] })
    await ledger().prepareDays([day])
    await insert(1, 45_000)
  })
  afterAll(() => rm(join(directory, '..'), { recursive: true }))

  /** A day that no other test here uses. */
  const add = (on: string, id: string) =>
    system().execute(
      `insert into plays (day, property, id, at, series, territory, source, model)
       select $1::date, 'site-a', $2, $1::timestamptz, min(number), 'DE', '', '' from play_series`,
      [on, id],
    )
  const ledger = () => pgLedger({ database: hub.opened.database, queue: concurrencyLimit(4), onCounted() {} })
  const system = () => hub.opened.database.system
  const insert = (from: number, to: number) =>
    system().execute(
      `insert into plays (day, property, id, at, series, territory, source, model, played_ms)
       select $1::date, 'site-a', 'play "' || n || '"', $1::timestamptz + n * interval '1.789 s',
              (select min(number) from play_series) + n % 3, (array['', 'DE', 'FR'])[1 + n % 3],
              (array['', 'radio'])[1 + n % 2], '', nullif(n % 5, 0) * 1000
       from generate_series($2::int, $3::int) n`,
      [day, from, to],
    )
  const keep = () =>
    retentionJob({
      ledger: ledger(),
      clock: { now: () => now },
      log: silentLog,
      retentionDays: 10,
      archive: playArchive(ledger(), directory),
    }).handle({})
  const manifest = async () => JSON.parse(await readFile(join(directory, `plays-${day}.json`), 'utf8'))

  async function readBack(file = join(directory, `plays-${day}.parquet`)): Promise<readonly unknown[]> {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    try {
      const reader = await connection.runAndReadAll(
        `select property, id, epoch_ms("at")::double as instant, account_id, release_id, track_id, territory, source, model,
                played_ms, sandbox
         from read_parquet('${file}') order by id collate "binary"`,
      )
      return reader.getRows()
    } finally {
      connection.closeSync()
    }
  }

  const stored = async () =>
    (
      await system().rows<Record<string, unknown>>(
        `select p.property, p.id, (extract(epoch from p.at) * 1000)::float8 as instant, s.account_id, s.release_id,
                s.track_id, nullif(p.territory, '') as territory, nullif(p.source, '') as source,
                nullif(p.model, '') as model, p.played_ms, s.source_kind = 'sandbox' as sandbox
         from plays p join play_series s on s.number = p.series where p.day = $1 order by p.id`,
        [day],
      )
    ).map((row) => Object.values(row))

  it('are those of the database, group by group, as another program reads them', async () => {
    await keep()
    expect(await readBack()).toEqual(await stored())
    const file = await readFile(join(directory, `plays-${day}.parquet`))
    expect(await manifest()).toEqual({
      day,
      file: `plays-${day}.parquet`,
      rows: 45_000,
      bytes: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
    })
  })

  it('are left alone until the day is final, and then hold what came late', async () => {
    await insert(45_001, 45_003)
    await keep()
    expect((await manifest()).rows).toBe(45_000)
    const expected = [...(await stored())]
    await writeFile(join(directory, `plays-${day}.parquet.part`), 'what a crash left')
    now = Date.parse('2026-05-21T00:00:00Z')
    await keep()
    expect((await manifest()).rows).toBe(45_003)
    expect(await readBack()).toEqual(expected)
    expect((await readdir(directory)).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await ledger().listDaysBefore('2026-05-11')).toEqual([])
  })

  it('are in the storage of uploads if no folder is named, and a final day replaces the earlier file', async () => {
    const on = '2026-05-12'
    const storage = await mkdtemp(join(tmpdir(), 'plays-'))
    atEnd(() => rm(storage, { recursive: true }))
    const objects = diskObjects(storage)
    const archive = storedArchive({ ledger: ledger(), objects, workFolder: join(directory, 'work') })
    const list = async () => {
      const names: string[] = []
      for await (const name of objects.list('')) names.push(name)
      return names.sort()
    }
    await ledger().prepareDays([on, '2026-05-13'])
    for (const id of ['one', 'two']) await add(on, id)
    expect(await Promise.all([archive.exportDay(on, false), archive.exportDay('2026-05-13', true)])).toEqual([
      true,
      false,
    ])
    const before = await list()
    expect(before).toEqual(
      ['json', 'parquet'].map((kind) => expect.stringMatching(`^day=${on}/plays-2-\\w{16}.${kind}$`)),
    )
    await add(on, 'late')
    // What a crash left that came before the manifest.
    await objects.put(`day=${on}/plays-3-0000000000000000.parquet`, Buffer.from('a part'))
    expect(await archive.exportDay(on, false)).toBe(false)
    expect([await archive.exportDay(on, true), await archive.exportDay(on, true)]).toEqual([true, false])
    const [manifestName = '', file = ''] = await list()
    expect([manifestName, await list()]).toEqual([expect.stringContaining('/plays-3-'), [manifestName, file]])
    const bytes = await readFile(join(storage, file))
    expect(JSON.parse(await readFile(join(storage, manifestName), 'utf8'))).toEqual({
      ...{ day: on, file, rows: 3, bytes: bytes.length },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect((await readBack(join(storage, file))).map((row) => (row as unknown[])[1])).toEqual(['late', 'one', 'two'])
    expect(await readdir(join(directory, 'work'))).toEqual([])
  })

  it('are written automatically', async () => {
    await ledger().prepareDays(['2026-05-01'])
    await add('2026-05-01', 'long ago')
    for (const { job, handle } of hub.hub.plays.jobs ?? []) if (job.name === 'keepPlays') await handle({})
    const files = await readdir(join(hub.dataDir, 'uploads', 'play-archive', 'day=2026-05-01'))
    expect(files.sort()).toEqual([expect.stringMatching(/^plays-1-\w{16}\.json$/), expect.stringMatching(/\.parquet$/)])
  })

  it('keep a day in the database that cannot be written', async () => {
    const kept = ledger()
    await kept.prepareDays(['2026-05-09'])
    const archive = playArchive(kept, join(directory, `plays-${day}.json`))
    const job = retentionJob({ ledger: kept, clock: { now: () => now }, log: silentLog, retentionDays: 10, archive })
    await expect(job.handle({})).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await kept.listDaysBefore('2026-05-11')).toEqual(['2026-05-09'])
  })
})
