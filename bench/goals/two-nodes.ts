import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { canPin, halves, pin } from '../harness/cores.ts'
import { startHub } from '../harness/hub.ts'
import type { Target } from '../harness/load.ts'
import { mixTraffic, releasesPath } from '../harness/mixed-traffic.ts'
import { startPostgres } from '../harness/postgres.ts'
import type { Program } from '../harness/program.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { ratioOf } from '../harness/statistics.ts'
import { bearer, verifyPath, verifyToken } from './verify-requests.ts'

export const twoNodes: Goal = { id: 'two-nodes', title: 'Two nodes on the cores of one', run }

// As many as where one node is measured.
const connections = { lists: 16, verify: 32 }

async function run(bench: Bench): Promise<Report> {
  if (!canPin) throw new Error('Needs taskset (Debian: apt install util-linux) and two cores or more.')
  // What it starts from here on stays off the cores of the hubs: PostgreSQL and the load.
  await pin(process.pid, halves.asking)
  try {
    return await measure(bench)
  } finally {
    await pin(process.pid)
  }
}

async function measure(bench: Bench): Promise<Report> {
  // A new one: a process that is already running would use all cores.
  const postgres = await startPostgres(bench.scratch)
  const databaseUrl = await postgres.createDatabase('two_nodes')
  const start = () =>
    startHub(bench, {
      databaseUrl,
      environment: { SPINDLE_INTEGRATION_TOKENS: `site=${verifyToken}`, SPINDLE_PUBLIC_URL: 'http://hub.example' },
    })
  const one = await start()
  const access = await createAccess(bench, one, databaseUrl)
  const nodes = [one, await start()]
  for (const node of nodes) {
    await pin(node.pid, halves.measured)
    await mixTraffic(bench, node, access)
  }
  // As autovacuum does within a minute. Otherwise one hub would plan for empty tables and the other for full ones.
  await postgres.execute(databaseUrl, ['analyze'])
  const lists = await compare(bench, nodes, {
    connections: connections.lists,
    targetOf: ({ url }) => ({ url: `${url}${releasesPath}?limit=50`, headers: access.headers }),
  })
  const verify = await compare(bench, nodes, {
    connections: connections.verify,
    targetOf: ({ url }) => ({ url: url + verifyPath, headers: bearer(verifyToken) }),
  })
  return {
    series: [...toSeries('pages of 50 releases', 'pages/s', lists), ...toSeries('verify', 'requests/s', verify)],
    verdicts: [verdictOf('lists of two nodes / of one', lists), verdictOf('verify of two nodes / of one', verify)],
    notes: [
      `Two nodes with the role all on one database, both held to the same ${halves.measured.length} of the cores, PostgreSQL ${postgres.version} and the load to the others; ${connections.lists} connections for lists and ${connections.verify} for verify to one of them, or half of them to each, with a load generator of its own. ${bench.load.name}, after seconds of creates, lists and pages, and with the statistics of the tables.`,
    ],
  }
}

interface Question {
  readonly connections: number
  readonly targetOf: (node: Program) => Target
}

async function compare(bench: Bench, nodes: readonly Program[], { connections, targetOf }: Question) {
  const seconds = bench.isQuick ? 1 : 3
  const perSecond = async (asked: readonly Program[]): Promise<number> => {
    const share = { connections: connections / asked.length, seconds }
    const loads = await Promise.all(asked.map((node) => bench.load.run(targetOf(node), share)))
    return loads.reduce((sum, load) => sum + load.perSecond, 0)
  }
  const sides = [
    { name: 'two nodes', measure: () => perSecond(nodes) },
    { name: 'one node', measure: () => perSecond(nodes.slice(0, 1)) },
  ]
  // What one of them has compiled, the other must have too.
  for (const node of [...nodes, ...nodes]) await perSecond([node])
  return interleave(sides, bench.isQuick ? 3 : 7)
}

type Samples = readonly (readonly number[])[]

const toSeries = (name: string, unit: string, [two = [], one = []]: Samples) => [
  { name: `${name}, of two nodes`, unit, samples: two },
  { name: `${name}, of one`, unit, samples: one },
]

function verdictOf(goal: string, [two = [], one = []]: Samples) {
  const ratio = ratioOf(two, one)
  return { goal, value: ratio.value, spread: ratio, atLeast: 0.95 }
}
