import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import type { Report, Series, Verdict } from '../harness/report.ts'
import { median, spread } from '../harness/statistics.ts'

export const playsQuestions: Goal = {
  id: 'plays-questions',
  title: 'Questions to the numbers of plays, by track and territory',
  run,
}

const tracks = 1_000
const territories = 20
const lastDay = '2026-11-20'

interface Question {
  readonly name: string
  readonly path: string
  readonly atMostMs: number
}

const askOf = (from: string): string =>
  `/api/v1/distributor/analytics?from=${from}&to=${lastDay}&granularity=total&groupBy=track,territory&limit=50`

export const questions = {
  weeks: { name: '28 days', path: askOf('2026-10-24'), atMostMs: 300 },
  year: { name: 'a year', path: askOf('2025-11-21'), atMostMs: 1_000 },
} satisfies Readonly<Record<string, Question>>

async function run(bench: Bench): Promise<Report> {
  const days = bench.isQuick ? 60 : 365
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('questions')
  const hub = await startHub(bench, { databaseUrl, role: 'api' })
  const { accountId, headers } = await createAccess(bench, hub, databaseUrl)
  await postgres.execute(databaseUrl, cellsOf(accountId, days))
  const series: Series[] = []
  const verdicts: Verdict[] = []
  for (const { name, path, atMostMs } of Object.values(questions)) {
    const samples: number[] = []
    for (let round = -2; round < (bench.isQuick ? 5 : 15); round++) {
      const start = performance.now()
      const response = await fetch(`${hub.url}${path}`, { headers })
      const { data } = (await response.json()) as { readonly data?: readonly unknown[] }
      if (data?.length !== 50) throw new Error(`${path} answered ${response.status} without 50 rows`)
      if (round >= 0) samples.push(performance.now() - start)
    }
    series.push({ name, unit: 'ms', samples })
    verdicts.push({ goal: name, value: median(samples), unit: 'ms', spread: spread(samples), atMost: atMostMs })
  }
  const cells = (days * tracks * territories).toLocaleString('en-US')
  return {
    series,
    verdicts,
    notes: [
      `The 50 largest of ${(tracks * territories).toLocaleString('en-US')} pairs of track and territory, with totals; one question after the other, from the request to its last byte. ${cells} cells of ${days} days; the months that are over are added up, as the hourly job leaves them.`,
    ],
  }
}

/** What the fold and the job of months leave behind, day after day. */
export const cellsOf = (accountId: string, days: number): readonly string[] => [
  `insert into play_series (account_id, source_kind, outlet_id, release_id, track_id, legacy)
   select '${accountId}', 'plays', 'shop', 'rel_' || lpad((n / 10)::text, 26, '0'), 'trk_' || lpad(n::text, 26, '0'), false
   from generate_series(1, ${tracks}) n`,
  `insert into play_days (account_id, series, day, territory, source, model, streams, timed, played_ms)
   select account_id, number, date '${lastDay}' - d, chr(65 + t) || 'X', 'playlist', 'paid', 1 + (number * 7 + d * 3 + t) % 13, 1, 200000
   from generate_series(${days - 1}, 0, -1) d, play_series, generate_series(0, ${territories - 1}) t
   order by d desc, number, t`,
  `insert into play_territory_days (account_id, day, territory, source_kind, outlet_id, legacy, streams, timed, played_ms)
   select account_id, day, territory, 'plays', 'shop', false, sum(streams), sum(timed), sum(played_ms)
   from play_days group by 1, 2, 3`,
  `insert into play_months (account_id, series, month, territory, source, model, streams, timed, played_ms)
   select account_id, series, date_trunc('month', day::timestamp)::date, territory, source, model, sum(streams), sum(timed), sum(played_ms)
   from play_days where day < date_trunc('month', date '${lastDay}'::timestamp) group by 1, 2, 3, 4, 5, 6`,
  `insert into play_territory_months (account_id, month, territory, source_kind, outlet_id, legacy, streams, timed, played_ms)
   select account_id, date_trunc('month', day::timestamp)::date, territory, source_kind, outlet_id, legacy, sum(streams), sum(timed), sum(played_ms)
   from play_territory_days where day < date_trunc('month', date '${lastDay}'::timestamp) group by 1, 2, 3, 4, 5, 6`,
  `insert into play_month_spans (account_id, first_month, last_month)
   values ('${accountId}', '0001-01-01', date_trunc('month', date '${lastDay}'::timestamp) - interval '1 month')`,
  `insert into play_sources (account_id, source_kind, outlet_id, legacy, as_of, timed)
   values ('${accountId}', 'plays', 'shop', false, now(), true)`,
  'vacuum analyze play_series, play_days, play_months, play_territory_days, play_territory_months',
]
