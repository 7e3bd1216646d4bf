import { type Access, createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import { makeDraft, mixTraffic, releasesPath } from '../harness/mixed-traffic.ts'
import { isPgBouncerInstalled, startPgBouncer } from '../harness/pgbouncer.ts'
import type { Program } from '../harness/program.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { ratioOf } from '../harness/statistics.ts'

export const pooledDatabase: Goal = { id: 'pooled-database', title: 'A hub behind PgBouncer', run }

const connections = 16

async function run(bench: Bench): Promise<Report> {
  if (!isPgBouncerInstalled()) throw new Error('PgBouncer is not installed')
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('pooled')
  const direct = await startHub(bench, { databaseUrl })
  const access = await createAccess(bench, direct, databaseUrl)
  const bouncer = await startPgBouncer(bench.scratch, databaseUrl)
  const pooled = await startHub(bench, {
    databaseUrl: bouncer.databaseUrl,
    environment: {
      SPINDLE_DATABASE_DIRECT_URL: databaseUrl,
      SPINDLE_PREPARED_STATEMENTS: bouncer.preparesStatements ? 'on' : 'off',
    },
  })
  const hubs = [pooled, direct]
  for (const hub of hubs) await mixTraffic(bench, hub, access)
  // As autovacuum does within a minute. Otherwise one hub would plan for empty tables and the other for full ones.
  await postgres.execute(databaseUrl, ['analyze'])
  const draft = await makeDraft(direct, access)
  const seconds = bench.isQuick ? 1 : 3
  const lists = await compare(bench, hubs, async ({ url }) => {
    const target = { url: `${url}${releasesPath}?limit=50`, headers: access.headers }
    return (await bench.load.run(target, { connections, seconds })).perSecond
  })
  const creates = await compare(bench, hubs, (hub) => createFor(hub, access, { draft, seconds }))
  return {
    series: [...toSeries('pages of 50 releases', 'pages/s', lists), ...toSeries('creates', 'releases/s', creates)],
    verdicts: [
      verdictOf('lists through PgBouncer / without', lists),
      verdictOf('creates through PgBouncer / without', creates),
    ],
    notes: [
      `Two hubs with the role all on one database, one of them through PgBouncer ${bouncer.version} in the mode transaction, ${bouncer.preparesStatements ? 'which keeps prepared statements' : 'which knows no prepared statements: those from 1.21 on do'}. ${connections} connections, after seconds of creates, lists and pages, and with the statistics of the tables.`,
    ],
  }
}

type Samples = readonly (readonly number[])[]

async function compare(bench: Bench, hubs: readonly Program[], measure: (hub: Program) => Promise<number>) {
  const sides = hubs.map((hub) => ({ name: hub.url, measure: () => measure(hub) }))
  for (const side of sides) await side.measure()
  return interleave(sides, bench.isQuick ? 3 : 7)
}

const toSeries = (name: string, unit: string, [pooled = [], direct = []]: Samples) => [
  { name: `${name}, through PgBouncer`, unit, samples: pooled },
  { name: `${name}, without`, unit, samples: direct },
]

function verdictOf(goal: string, [pooled = [], direct = []]: Samples) {
  const ratio = ratioOf(pooled, direct)
  return { goal, value: ratio.value, spread: ratio, atLeast: 0.9 }
}

interface Creating {
  readonly draft: string
  readonly seconds: number
}

async function createFor({ url }: Program, { headers }: Access, { draft, seconds }: Creating): Promise<number> {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: draft }
  const start = performance.now()
  let created = 0
  const create = async (): Promise<void> => {
    while (performance.now() - start < seconds * 1000) {
      const answer = await fetch(url + releasesPath, init)
      await answer.arrayBuffer()
      if (answer.status !== 201) throw new Error(`Creating a release answered ${answer.status}`)
      created += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, create))
  return created / ((performance.now() - start) / 1000)
}
