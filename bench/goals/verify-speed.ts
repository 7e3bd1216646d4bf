import { fileURLToPath } from 'node:url'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import { mixTraffic } from '../harness/mixed-traffic.ts'
import { freePort, type Program, startProgram } from '../harness/program.ts'
import type { Report } from '../harness/report.ts'
import { interleave, type Side } from '../harness/rounds.ts'
import { median, ratioOf, spread } from '../harness/statistics.ts'
import { bearer, verifyPath, verifyToken } from './verify-requests.ts'

const freshStarts = 3
const connections = 32

export const verifySpeed: Goal = {
  id: 'P1',
  title: 'Verify, against bare node:http with the same digest and compare',
  run,
}

async function run(bench: Bench): Promise<Report> {
  const postgres = await bench.postgres()
  const ours: number[] = []
  const limit: number[] = []
  const ratios: number[] = []
  for (let start = 0; start < freshStarts; start++) {
    const databaseUrl = await postgres.createDatabase(`verify_${start}`)
    const hub = await startHub(bench, {
      databaseUrl,
      environment: { SPINDLE_INTEGRATION_TOKENS: `site=${verifyToken}` },
    })
    await mixTraffic(bench, hub, await createAccess(bench, hub, databaseUrl))
    const bare = await startLimit(bench)
    const [mine = [], theirs = []] = await measure(bench, [
      { name: 'the hub', url: hub.url + verifyPath },
      { name: 'bare node:http', url: `${bare.url}/` },
    ])
    ours.push(...mine)
    limit.push(...theirs)
    ratios.push(ratioOf(mine, theirs).value)
    await hub.stop()
    await bare.stop()
  }
  return {
    series: [
      { name: 'the hub', unit: 'requests/s', samples: ours },
      { name: 'bare node:http', unit: 'requests/s', samples: limit },
    ],
    verdicts: [{ goal: 'verify / bare node:http', value: median(ratios), spread: spread(ratios), atLeast: 0.85 }],
    notes: [
      `${bench.load.name}, ${connections} connections, one thread; ${freshStarts} fresh starts of both sides, the hub with the role all and after seconds of creates, lists and pages; the median of their ratios.`,
    ],
  }
}

async function startLimit({ scratch }: Bench): Promise<Program> {
  const port = await freePort()
  const module = fileURLToPath(new URL('../limits/verify.ts', import.meta.url))
  return startProgram({ scratch, module, args: [String(port), verifyToken], port, readyPath: '/healthz' })
}

async function measure(
  { load, isQuick }: Bench,
  targets: readonly { name: string; url: string }[],
): Promise<number[][]> {
  const seconds = isQuick ? 1 : 2
  const sides = targets.map(({ name, url }): Side => {
    const target = { url, headers: bearer(verifyToken) }
    return { name, measure: async () => (await load.run(target, { connections, seconds })).perSecond }
  })
  // Warm-up, not counted.
  for (const side of sides) await side.measure()
  return interleave(sides, isQuick ? 3 : 8)
}
