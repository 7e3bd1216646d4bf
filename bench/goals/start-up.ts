import { fileURLToPath } from 'node:url'
import type { Bench, Goal } from '../harness/bench.ts'
import { runCommand } from '../harness/command.ts'
import { operate, startHub } from '../harness/hub.ts'
import { freePort, type Program, startProgram } from '../harness/program.ts'
import type { Report, Verdict } from '../harness/report.ts'
import { interleave, type Side } from '../harness/rounds.ts'
import { startSide } from '../harness/start-side.ts'
import { median, ratioOf, spread } from '../harness/statistics.ts'

export const startUp: Goal = { id: 'P11', title: 'From the start to the first 200', run }

const bundler = fileURLToPath(new URL('../../packages/server/src/platform/bundle/bundle-hub.ts', import.meta.url))
const fileByFile = { SPINDLE_BUNDLE: 'off' }

async function run(bench: Bench): Promise<Report> {
  await runCommand(process.execPath, [bundler], { env: { PATH: process.env.PATH ?? '' } })
  const databaseUrl = await (await bench.postgres()).createDatabase('start_up')
  const warmDir = await bench.scratch.directory('warm')
  const sides: readonly Side[] = [
    startSide('the hub, external PostgreSQL', () => startHub(bench, { databaseUrl })),
    startSide('the same, file by file', () => startHub(bench, { databaseUrl, environment: fileByFile })),
    startSide('bare Fastify', () => startFastify(bench)),
    startSide('the hub, embedded PostgreSQL, again', () => startHub(bench, { dataDir: warmDir })),
    commandSide('accounts list', () => operate(bench, databaseUrl, ['accounts', 'list'])),
    commandSide('accounts list, file by file', () => operate(bench, databaseUrl, ['accounts', 'list'], fileByFile)),
  ]
  // The first starts migrate the database and fill the caches of the disk; they are not counted.
  for (const each of sides) await each.measure()
  const samples = await interleave(sides, bench.isQuick ? 5 : 11)
  const [external = [], externalFiles = [], bare = [], warm = [], command = [], commandFiles = []] = samples
  const first = startSide('the hub, embedded PostgreSQL, empty directory', () => startHub(bench))
  const [cold = []] = await interleave([first], bench.isQuick ? 3 : 5)
  return {
    series: [...sides.map(({ name }) => name), first.name].map((name, index) => ({
      name,
      unit: 'ms',
      samples: [...samples, cold][index] ?? [],
    })),
    verdicts: [
      atMost('external PostgreSQL / bare Fastify', ratioOf(external, bare), 2),
      atMost('external PostgreSQL / file by file', ratioOf(external, externalFiles), 0.6),
      atMost('accounts list / file by file', ratioOf(command, commandFiles), 0.6),
      milliseconds('embedded, empty directory', cold, 3_000),
      milliseconds('embedded, again', warm, 1_000),
    ],
    notes: [
      'From the spawn of the process to the first 200 of GET /readyz (bare Fastify: of GET /), asked every 3 ms; of a command, to its end. The hub runs as a bundle, except where it says file by file (`SPINDLE_BUNDLE=off`). Both have compiled code of an earlier start.',
    ],
  }
}

const commandSide = (name: string, start: () => Promise<unknown>): Side => ({
  name,
  async measure() {
    const began = performance.now()
    await start()
    return performance.now() - began
  },
})

const atMost = (goal: string, ratio: ReturnType<typeof ratioOf>, limit: number): Verdict => ({
  goal,
  value: ratio.value,
  spread: ratio,
  atMost: limit,
})

const milliseconds = (goal: string, samples: readonly number[], atMost: number): Verdict => ({
  goal,
  value: median(samples),
  spread: spread(samples),
  unit: 'ms',
  atMost,
})

async function startFastify({ scratch }: Bench): Promise<Program> {
  const port = await freePort()
  const module = fileURLToPath(new URL('../limits/fastify-minimal.ts', import.meta.url))
  return startProgram({ scratch, module, args: [String(port)], port, readyPath: '/' })
}
