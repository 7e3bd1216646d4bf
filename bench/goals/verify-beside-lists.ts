import { setTimeout as sleep } from 'node:timers/promises'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import type { Target } from '../harness/load.ts'
import { mixTraffic, releasesPath } from '../harness/mixed-traffic.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { ratioOf } from '../harness/statistics.ts'
import { bearer, verifyPath, verifyToken } from './verify-requests.ts'

const connections = 32
const listConnections = 4

export const verifyBesideLists: Goal = { id: 'P5', title: 'Verify while lists are read', run }

async function run(bench: Bench): Promise<Report> {
  const databaseUrl = await (await bench.postgres()).createDatabase('verify_beside_lists')
  const hub = await startHub(bench, { databaseUrl, environment: { SPINDLE_INTEGRATION_TOKENS: `site=${verifyToken}` } })
  const access = await createAccess(bench, hub, databaseUrl)
  await mixTraffic(bench, hub, access)
  const verify = { url: hub.url + verifyPath, headers: bearer(verifyToken) }
  const list = { url: `${hub.url}${releasesPath}?limit=50`, headers: access.headers }
  const seconds = bench.isQuick ? 1 : 3
  const lists: number[] = []
  const sides = [
    { name: 'alone', measure: async () => (await bench.load.run(verify, { connections, seconds })).p99Ms },
    { name: 'beside lists', measure: () => measureBeside(bench, { verify, list, seconds }, lists) },
  ]
  for (const side of sides) await side.measure()
  lists.length = 0
  const [alone = [], beside = []] = await interleave(sides, bench.isQuick ? 3 : 8)
  const ratio = ratioOf(beside, alone)
  return {
    series: [
      { name: 'verify alone, 99 of 100 within', unit: 'ms', samples: alone },
      { name: 'verify while lists are read, 99 of 100 within', unit: 'ms', samples: beside },
      { name: 'lists meanwhile', unit: 'pages/s', samples: lists },
    ],
    verdicts: [{ goal: 'p99 while lists are read / alone', value: ratio.value, spread: ratio, atMost: 3 }],
    notes: [
      `${bench.load.name}; verify with ${connections} connections, lists of 50 releases with ${listConnections}, both as fast as they are answered; the hub with the role all and after seconds of creates, lists and pages.`,
    ],
  }
}

interface Pair {
  readonly verify: Target
  readonly list: Target
  readonly seconds: number
}

async function measureBeside({ load }: Bench, { verify, list, seconds }: Pair, lists: number[]): Promise<number> {
  const listing = load.run(list, { connections: listConnections, seconds: seconds + 1 })
  await sleep(500)
  const { p99Ms } = await load.run(verify, { connections, seconds })
  lists.push((await listing).perSecond)
  return p99Ms
}
