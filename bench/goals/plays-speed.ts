import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { copyIn } from '../harness/copy-in.ts'
import { startHub } from '../harness/hub.ts'
import type { Program } from '../harness/program.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { ratioOf } from '../harness/statistics.ts'

const tracks = 1_000
const perBatch = 10_000
const connections = 4
const token = 'a-token-of-the-benchmarks-only-0123456789'

export const playsSpeed: Goal = { id: 'P10', title: 'Plays taken in and counted, against COPY', run }

const territories = [
  'US',
  'DE',
  'GB',
  'FR',
  'BR',
  'JP',
  'SE',
  'NL',
  'ES',
  'IT',
  'PL',
  'AT',
  'CH',
  'MX',
  'CA',
  'AU',
  'IN',
  'KR',
  'ZA',
  'NG',
]
const sources = ['playlist', 'search', 'radio']

interface MadePlay {
  readonly id: string
  readonly track: number
  readonly at: string
  readonly territory: string
  readonly source: string
  readonly playedMs: number
}

async function run(bench: Bench): Promise<Report> {
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('plays')
  const hub = await startHub(bench, {
    databaseUrl,
    role: 'all',
    environment: { SPINDLE_INTEGRATION_TOKENS: `bench=${token}`, SPINDLE_PLAYS_PER_MINUTE: '1000000000' },
  })
  const access = await createAccess(bench, hub, databaseUrl)
  await postgres.execute(databaseUrl, liveTracks(access.accountId))
  await postgres.execute(databaseUrl, [
    'create table copied (like plays including all) partition by range (day)',
    'create table copied_all partition of copied default',
  ])
  const plays = bench.isQuick ? 50_000 : 200_000
  let round = 0
  let counted = 0
  const ours = async (): Promise<number> => {
    const bodies = makeBatches(plays, `ours-${round++}`).map((batch) =>
      JSON.stringify(batch.map(({ track, ...play }) => ({ ...play, trackId: trackId(track) }))),
    )
    const start = performance.now()
    await report(hub, bodies)
    counted += plays
    await waitForCount(hub, access.headers, counted)
    return plays / ((performance.now() - start) / 1_000)
  }
  const copy = async (): Promise<number> => {
    const rows = makeBatches(plays, `copy-${round++}`).flat().map(rowOf).join('')
    const start = performance.now()
    await copyIn(
      databaseUrl,
      'copy copied (day, property, id, at, series, territory, source, model, played_ms) from stdin',
      rows,
    )
    return plays / ((performance.now() - start) / 1_000)
  }
  await ours()
  await copy()
  const [taken = [], copied = []] = await interleave(
    [
      { name: 'the hub', measure: ours },
      { name: 'COPY', measure: copy },
    ],
    bench.isQuick ? 3 : 6,
  )
  const ratio = ratioOf(taken, copied)
  return {
    series: [
      { name: 'reported to the hub, until analytics counts them', unit: 'plays/s', samples: taken },
      { name: 'COPY into a table like that of plays', unit: 'plays/s', samples: copied },
    ],
    verdicts: [{ goal: 'the hub / COPY', value: ratio.value, spread: ratio, atLeast: 0.6 }],
    notes: [
      `${plays.toLocaleString('en-US')} plays a round in batches of ${perBatch.toLocaleString('en-US')} over ${connections} connections, of one day, of ${tracks} tracks in ${territories.length} countries and three sources; hub, database and sender share the machine, COPY has one connection.`,
    ],
  }
}

const trackId = (number: number): string => `trk_${String(number).padStart(26, '0')}`

/** Live at the property since a year. */
const liveTracks = (accountId: string): readonly string[] => [
  `insert into play_series (account_id, source_kind, outlet_id, release_id, track_id, legacy)
   select '${accountId}', 'plays', 'bench', 'rel_' || lpad((n / 10)::text, 26, '0'), 'trk_' || lpad(n::text, 26, '0'), false
   from generate_series(1, ${tracks}) n`,
  `insert into feed_entries (property, track_id, account_id, delivery_id, series, live_since)
   select outlet_id, track_id, account_id, 'dlv_bench', number, now() - interval '1 year' from play_series`,
]

function makeBatches(count: number, round: string): MadePlay[][] {
  const now = Date.now()
  const draw = (below: number): number => Math.floor(Math.random() * below)
  const make = (index: number): MadePlay => ({
    id: `${round}-${index}-${draw(1e9).toString(36)}`,
    track: 1 + draw(tracks),
    at: new Date(now - draw(60_000)).toISOString(),
    territory: territories[draw(territories.length)] ?? '',
    source: sources[draw(sources.length)] ?? '',
    playedMs: draw(300_000),
  })
  return Array.from({ length: count / perBatch }, (_, batch) =>
    Array.from({ length: perBatch }, (__, index) => make(batch * perBatch + index)),
  )
}

const rowOf = ({ id, track, at, territory, source, playedMs }: MadePlay): string =>
  `${[at.slice(0, 10), 'bench', id, at, track, territory, source, '', playedMs].join('\t')}\n`

async function report(hub: Program, bodies: readonly string[]): Promise<void> {
  const waiting = [...bodies]
  const send = async (): Promise<void> => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
      const response = await fetch(`${hub.url}/api/integration/plays`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      })
      const receipt = (await response.json()) as { readonly accepted?: number }
      if (receipt.accepted !== perBatch)
        throw new Error(`A batch was not accepted: ${JSON.stringify(receipt).slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
}

async function waitForCount(hub: Program, headers: Readonly<Record<string, string>>, count: number): Promise<void> {
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const query = `from=${day(-1)}&to=${day(0)}&granularity=total`
  for (;;) {
    const response = await fetch(`${hub.url}/api/v1/distributor/analytics?${query}`, { headers })
    const { totals } = (await response.json()) as { readonly totals: { readonly streams?: number } }
    if ((totals.streams ?? 0) >= count) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
