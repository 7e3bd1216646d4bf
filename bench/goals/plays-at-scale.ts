import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { duckDb } from '../../packages/server/src/features/plays/ledger/lake/duckdb.ts'
import { lakeLedger } from '../../packages/server/src/features/plays/ledger/lake/lake-ledger.ts'
import { pgLedger } from '../../packages/server/src/features/plays/ledger/pg/pg-ledger.ts'
import type { NumberedPlay } from '../../packages/server/src/features/plays/ledger/plays-ledger.ts'
import { foldDeltas, lanes, lockLane } from '../../packages/server/src/features/plays/rollups/fold-queries.ts'
import { diskObjects } from '../../packages/server/src/platform/blobs/disk/disk-objects.ts'
import { concurrencyLimit } from '../../packages/server/src/platform/concurrency/concurrency-limit.ts'
import { connectPostgres } from '../../packages/server/src/platform/database/postgres.ts'
import type { Database } from '../../packages/server/src/platform/database/sql.ts'
import { jobQueue } from '../../packages/server/src/platform/jobs/jobs.ts'
import { silentLog } from '../../packages/server/src/platform/logging/log.ts'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { median, ratioOf, spread } from '../harness/statistics.ts'
import { cellsOf, questions } from './plays-questions.ts'

export const playsAtScale: Goal = {
  id: 'plays-at-scale',
  title: 'Folds by several workers, a lake of plays, and questions beside it',
  run,
}

const manyWorkers = 4
/** Of that many workers, as far as there are cores for them. */
const wantedOfEach = 0.75
const compactedPerSecond = 100_000

async function run(bench: Bench): Promise<Report> {
  const cores = Math.min(manyWorkers, availableParallelism())
  const rounds = bench.isQuick ? 3 : 6
  const fold = await measureFolds(bench, rounds)
  const compacted = await measureCompaction(bench, rounds)
  const days = bench.isQuick ? 60 : 365
  const asked = await measureQuestions(bench, { days, rounds: bench.isQuick ? 5 : 15 })
  const [folding, asking] = [ratioOf(fold.many, fold.one), ratioOf(asked.lake, asked.pg)]
  return {
    series: [
      { name: 'the fold, one worker', unit: 'cells/s', samples: fold.one },
      { name: `the fold, ${manyWorkers} workers`, unit: 'cells/s', samples: fold.many },
      { name: 'compacting a lake, with its counts', unit: 'plays/s', samples: compacted },
      { name: `a question over ${days} days, raw plays in a lake`, unit: 'ms', samples: asked.lake },
      { name: `a question over ${days} days, raw plays in PostgreSQL`, unit: 'ms', samples: asked.pg },
    ],
    verdicts: [
      {
        goal: `${manyWorkers} workers / one, with ${cores} cores for them`,
        value: folding.value,
        spread: folding,
        atLeast: wantedOfEach * cores,
      },
      {
        goal: 'compacting a lake',
        value: median(compacted),
        unit: 'plays/s',
        spread: spread(compacted),
        atLeast: compactedPerSecond,
      },
      { goal: 'question beside a lake / beside PostgreSQL', value: asking.value, spread: asking, atMost: 1.2 },
    ],
    notes: [
      `Cells of eight accounts, one in each lane, of which a worker folds one after the other. Wanted are 3 times as many by ${manyWorkers} workers on ${manyWorkers} cores, and ${wantedOfEach} for each core where there are fewer: a fold is the work of a process of PostgreSQL, so ${cores} cores allow ${cores} times as many at best.`,
      'A lake is compacted from its inbox on the disk until what is new stands in the database. Roll-ups are the same tables whatever keeps raw plays; two hubs on one database answer in turn.',
    ],
  }
}

async function openTables(bench: Bench, name: string): Promise<{ database: Database; databaseUrl: string }> {
  const databaseUrl = await (await bench.postgres()).createDatabase(name)
  // It makes the tables. No worker may take what is measured.
  await (await startHub(bench, { databaseUrl, role: 'api' })).stop()
  const database = connectPostgres({
    connection: { connectionString: databaseUrl },
    maxConnections: manyWorkers,
    log: silentLog,
  })
  bench.scratch.onClose(() => database.close())
  return { database, databaseUrl }
}

const tracksOfAccount = 500

/** The last digit of an account says its lane. */
const accountsOfLanes = `
  insert into accounts (id, name) select 'acc_01BENCH' || lpad(lane::text, 19, '0'), 'Lane ' || lane from generate_series(0, 7) lane`
const seriesOf = (tracks: number): string => `
  insert into play_series (account_id, source_kind, outlet_id, release_id, track_id, legacy)
  select id, 'plays', 'bench', 'rel_' || n / 10, 'trk_' || n, false from accounts, generate_series(1, ${tracks}) n`

async function measureFolds(bench: Bench, rounds: number): Promise<{ one: number[]; many: number[] }> {
  const { database, databaseUrl } = await openTables(bench, 'folds')
  const postgres = await bench.postgres()
  await postgres.execute(databaseUrl, [accountsOfLanes, seriesOf(tracksOfAccount)])
  const audiences = bench.isQuick ? 20 : 100
  const cells = lanes.length * tracksOfAccount * audiences
  const fill = `
    insert into play_deltas (lane, series, day, territory, source, model, streams, timed, played_ms)
    select play_lane(account_id), number, current_date, chr(65 + a % 20) || 'X', 'source-' || a / 20, '', 1, 1, 180000
    from play_series, generate_series(0, ${audiences - 1}) a`
  const foldLane = async (lane: (typeof lanes)[number]): Promise<void> => {
    let deltas: number
    do {
      deltas = await database.transaction(async (trx) => {
        await lockLane(trx, lane)
        return (await foldDeltas(trx, lane, { deltas: cells, packs: 0 })).deltas
      })
    } while (deltas > 0)
  }
  const side = (workers: number) => ({
    name: `${workers}`,
    async measure() {
      await postgres.execute(databaseUrl, [fill])
      const waiting = [...lanes]
      const work = async (): Promise<void> => {
        for (let lane = waiting.pop(); lane !== undefined; lane = waiting.pop()) await foldLane(lane)
      }
      const start = performance.now()
      await Promise.all(Array.from({ length: workers }, work))
      return cells / ((performance.now() - start) / 1_000)
    },
  })
  const sides = [side(1), side(manyWorkers)]
  for (const { measure } of sides) await measure()
  const [one = [], many = []] = await interleave(sides, rounds)
  return { one, many }
}

const lakeTracks = 1_000
const playsPerBatch = 10_000

async function measureCompaction(bench: Bench, rounds: number): Promise<number[]> {
  const { database, databaseUrl } = await openTables(bench, 'lake')
  await (await bench.postgres()).execute(databaseUrl, [accountsOfLanes, seriesOf(lakeTracks / lanes.length)])
  const numbers = await database.system.rows<{ series: number; lane: number }>(
    'select number as series, play_lane(account_id) as lane from play_series',
  )
  const folder = await bench.scratch.directory('lake')
  const ledger = lakeLedger({
    database,
    objects: diskObjects(join(folder, 'plays')),
    duck: duckDb(),
    workFolder: join(folder, 'work'),
    log: silentLog,
    jobs: jobQueue(),
    earlier: pgLedger({ database, queue: concurrencyLimit(1), onCounted() {} }),
    onCounted() {},
  })
  bench.scratch.onClose(() => ledger.close())
  const batches = bench.isQuick ? 20 : 60
  let made = 0
  const playOf = (index: number): NumberedPlay => ({
    id: `play-${made++}-${Math.floor(Math.random() * 1e9).toString(36)}`,
    trackId: '',
    atMs: Date.now() - (index % 60_000),
    territory: `${String.fromCharCode(65 + (index % 20))}X`,
    source: ['playlist', 'search', 'radio'][index % 3] ?? '',
    model: '',
    playedMs: index,
    ...(numbers[Math.floor(Math.random() * numbers.length)] ?? { series: 0, lane: 0 }),
  })
  const samples: number[] = []
  for (let round = -1; round < rounds; round++) {
    const plays = Array.from({ length: batches }, () =>
      Array.from({ length: playsPerBatch }, (_, index) => playOf(index)),
    )
    await Promise.all(plays.map((batch) => ledger.append('bench', batch)))
    const start = performance.now()
    await ledger.count()
    if (round >= 0) samples.push((batches * playsPerBatch) / ((performance.now() - start) / 1_000))
    const counted = await countHandedOver(database)
    if (counted !== made) throw new Error(`${counted} of ${made} plays were counted`)
  }
  return samples
}

/** What waits for the fold: here nothing folds. */
async function countHandedOver(database: Database): Promise<number | undefined> {
  const counted = await database.system.row<{ plays: number }>(
    `select coalesce((select sum(n) from play_packs, unnest(streams) n), 0)::float8
            + coalesce((select sum(streams) from play_deltas), 0)::float8 as plays`,
  )
  return counted?.plays
}

async function measureQuestions(
  bench: Bench,
  { days, rounds }: { readonly days: number; readonly rounds: number },
): Promise<{ lake: number[]; pg: number[] }> {
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('questions')
  const inPostgres = await startHub(bench, { databaseUrl, role: 'api' })
  const inLake = await startHub(bench, { databaseUrl, role: 'api', environment: { SPINDLE_PLAYS: 'lake' } })
  const { accountId, headers } = await createAccess(bench, inPostgres, databaseUrl)
  await postgres.execute(databaseUrl, cellsOf(accountId, days))
  const { path } = questions.year
  const sides = [inLake, inPostgres].map(({ url }) => ({
    name: url,
    async measure() {
      const start = performance.now()
      const response = await fetch(`${url}${path}`, { headers })
      const { data } = (await response.json()) as { readonly data?: readonly unknown[] }
      if (data?.length !== 50) throw new Error(`${path} answered ${response.status} without 50 rows`)
      return performance.now() - start
    },
  }))
  for (const { measure } of [...sides, ...sides]) await measure()
  const [lake = [], pg = []] = await interleave(sides, rounds)
  return { lake, pg }
}
