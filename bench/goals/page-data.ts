import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import type { Report, Series, Verdict } from '../harness/report.ts'
import { searchData } from './list-data.ts'

const releases = 10_000
const neighbourReleases = 100_000

export const pageData: Goal = { id: 'pages', title: 'What a page of the console asks for, with 10,000 releases', run }

const catalog = '/api/v1/distributor/catalog'
const analytics = '/api/v1/distributor/analytics'
const range = 'from=2025-10-25&to=2026-11-20'

/** Each page with its requests, which it sends at once. */
const pages: Readonly<Record<string, readonly string[]>> = {
  Home: ['/api/v1/distributor/summary', `${catalog}?sort=updatedAt&limit=6`],
  Catalog: [`${catalog}?limit=20&count=true`],
  'Catalog by title': [`${catalog}?limit=20&count=true&sort=title`],
  'Catalog by date, live': [`${catalog}?limit=20&count=true&sort=releaseDate&status=live`],
  'Catalog, a search by title': [`${catalog}?limit=20&count=true&sort=title&query=velvet`],
  Analytics: [
    `${analytics}?${range}&granularity=day&compare=previous`,
    `${analytics}?${range}&granularity=total&groupBy=release&limit=20`,
  ],
}

const atMostMs = 100

async function run(bench: Bench): Promise<Report> {
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('pages')
  const hub = await startHub(bench, { databaseUrl, role: 'all' })
  const { accountId, headers } = await createAccess(bench, hub, databaseUrl)
  await postgres.execute(databaseUrl, searchData(accountId, releases))
  await postgres.execute(databaseUrl, playsOf(accountId))
  // Another account with far more releases that share the words.
  await postgres.execute(databaseUrl, [
    `insert into accounts (id, name) values ('acc_00000000000000000000000000', 'Neighbour')`,
  ])
  await postgres.execute(databaseUrl, searchData('acc_00000000000000000000000000', neighbourReleases, releases))
  const rounds = bench.isQuick ? 40 : 200
  const series: Series[] = []
  const verdicts: Verdict[] = []
  for (const [name, paths] of Object.entries(pages)) {
    const samples: number[] = []
    for (let round = -5; round < rounds; round++) {
      const start = performance.now()
      await Promise.all(paths.map((path) => read(`${hub.url}${path}`, headers)))
      if (round >= 0) samples.push(performance.now() - start)
    }
    series.push({ name, unit: 'ms', samples })
    verdicts.push({
      goal: `${name}, 95 % of ${rounds}`,
      value: percentile(samples, 0.95),
      unit: 'ms',
      atMost: atMostMs,
    })
  }
  return {
    series,
    verdicts,
    notes: [
      `One page after the other, each with its requests at once; ${releases.toLocaleString('en-US')} releases, 400 days of plays of 500 tracks in six countries, beside an account with ${neighbourReleases.toLocaleString('en-US')} releases of the same words.`,
    ],
  }
}

async function read(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(url, { headers })
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

const percentile = (samples: readonly number[], share: number): number =>
  [...samples].sort((a, b) => a - b)[Math.ceil(samples.length * share) - 1] ?? Number.NaN

/** The roll-ups of 500 releases, or of all there are, with a track each. */
export const playsOf = (accountId: string): readonly string[] => [
  `insert into play_series (account_id, source_kind, outlet_id, release_id, track_id, legacy)
   select '${accountId}', 'plays', 'shop', r.id, 'trk_' || right(r.id, 26), false
   from (select id from releases where account_id = '${accountId}' order by id limit 500) r`,
  `insert into play_track_days (account_id, series, day, streams, timed, played_ms)
   select account_id, number, date '2026-11-20' - d, 10 + d % 7, 10, 1000000
   from play_series, generate_series(0, 399) d where account_id = '${accountId}'`,
  `insert into play_territory_days (account_id, day, territory, source_kind, outlet_id, legacy, streams, timed, played_ms)
   select '${accountId}', date '2026-11-20' - d, t, 'plays', 'shop', false, 900 + d % 90, 900, 90000000
   from generate_series(0, 399) d, unnest(array['US', 'DE', 'GB', 'FR', 'BR', 'JP']) t`,
  `insert into play_sources (account_id, source_kind, outlet_id, legacy, as_of, timed)
   values ('${accountId}', 'plays', 'shop', false, now(), true)`,
  'vacuum analyze play_series, play_track_days, play_territory_days',
]
