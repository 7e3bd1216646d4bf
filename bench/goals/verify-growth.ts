import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import type { Target } from '../harness/load.ts'
import { mixTraffic } from '../harness/mixed-traffic.ts'
import type { Program } from '../harness/program.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { median, ratioOf, spread } from '../harness/statistics.ts'
import { bearer, verifyPath } from './verify-requests.ts'

const manyTokens = 10_000
const freshStarts = 3
const connections = 32

export const verifyGrowth: Goal = { id: 'P3', title: 'Verify with 10,000 tokens; unknown tokens', run }

const tokenOf = (index: number): string => `tok-${String(index).padStart(6, '0')}-0123456789abcdefghijklmnopqrstuvwxyz`

async function run(bench: Bench): Promise<Report> {
  const files = { one: await writeTokens(bench, 1), many: await writeTokens(bench, manyTokens) }
  const names = ['1 token', 'last of 10,000 tokens', 'unknown token (401)'] as const
  const samples = names.map((): number[] => [])
  const flatness: number[] = []
  const refusals: number[] = []
  for (let start = 0; start < freshStarts; start++) {
    const [one, many] = await Promise.all([files.one, files.many].map((file) => startBusy(bench, file)))
    if (!one || !many) throw new Error('A hub is missing')
    const [single = [], last = [], unknown = []] = await measure(bench, [
      { url: one.url + verifyPath, headers: bearer(tokenOf(0)) },
      { url: many.url + verifyPath, headers: bearer(tokenOf(manyTokens - 1)) },
      { url: many.url + verifyPath, headers: bearer(tokenOf(manyTokens)), status: 401 },
    ])
    for (const [index, found] of [single, last, unknown].entries()) samples[index]?.push(...found)
    flatness.push(ratioOf(last, single).value)
    refusals.push(ratioOf(unknown, last).value)
    await Promise.all([one.stop(), many.stop()])
  }
  return {
    series: names.map((name, index) => ({ name, unit: 'requests/s', samples: samples[index] ?? [] })),
    verdicts: [
      {
        goal: 'last of 10,000 tokens / 1 token',
        value: median(flatness),
        spread: spread(flatness),
        atLeast: 0.9,
      },
      { goal: 'unknown / known token', value: median(refusals), spread: spread(refusals), atLeast: 0.8, atMost: 1.25 },
    ],
    notes: [
      `${bench.load.name}, ${connections} connections; ${freshStarts} fresh starts with the role all, each after seconds of creates, lists and pages; the median of their ratios.`,
    ],
  }
}

async function writeTokens({ scratch }: Bench, count: number): Promise<string> {
  const file = join(await scratch.directory('tokens'), 'tokens')
  await writeFile(file, Array.from({ length: count }, (_, index) => `site-${index}=${tokenOf(index)}\n`).join(''))
  return file
}

/** A hub with these tokens and mixed traffic behind it. */
async function startBusy(bench: Bench, file: string): Promise<Program> {
  const databaseUrl = await (await bench.postgres()).createDatabase(`verify_growth_${++databases}`)
  const hub = await startHub(bench, { databaseUrl, environment: { SPINDLE_INTEGRATION_TOKENS_FILE: file } })
  await mixTraffic(bench, hub, await createAccess(bench, hub, databaseUrl))
  return hub
}

let databases = 0

async function measure({ load, isQuick }: Bench, targets: readonly Target[]): Promise<number[][]> {
  const seconds = isQuick ? 1 : 2
  const sides = targets.map((target) => ({
    name: target.url,
    measure: async () => (await load.run(target, { connections, seconds })).perSecond,
  }))
  for (const side of sides) await side.measure()
  return interleave(sides, isQuick ? 3 : 8)
}
