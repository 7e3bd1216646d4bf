import { fileURLToPath } from 'node:url'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import { freePort, type Program, startProgram } from '../harness/program.ts'
import type { Report, Verdict } from '../harness/report.ts'
import { interleave, type Side } from '../harness/rounds.ts'
import { startSide } from '../harness/start-side.ts'
import { median, ratioOf, spread } from '../harness/statistics.ts'

export const startUp: Goal = { id: 'P11', title: 'From the start to the first 200', run }

async function run(bench: Bench): Promise<Report> {
  const databaseUrl = await (await bench.postgres()).createDatabase('start_up')
  const warmDir = await bench.scratch.directory('warm')
  const sides: readonly Side[] = [
    startSide('the hub, external PostgreSQL', () => startHub(bench, { databaseUrl })),
    startSide('bare Fastify', () => startFastify(bench)),
    startSide('the hub, embedded PostgreSQL, again', () => startHub(bench, { dataDir: warmDir })),
  ]
  // The first starts migrate the database and fill the caches of the disk; they are not counted.
  for (const each of sides) await each.measure()
  const [external = [], bare = [], warm = []] = await interleave(sides, bench.isQuick ? 5 : 9)
  const first = startSide('the hub, embedded PostgreSQL, empty directory', () => startHub(bench))
  const [cold = []] = await interleave([first], bench.isQuick ? 3 : 5)
  const toBare = ratioOf(external, bare)
  return {
    series: [...sides.map(({ name }) => name), first.name].map((name, index) => ({
      name,
      unit: 'ms',
      samples: [external, bare, warm, cold][index] ?? [],
    })),
    verdicts: [
      { goal: 'external PostgreSQL / bare Fastify', value: toBare.value, spread: toBare, atMost: 2 },
      milliseconds('embedded, empty directory', cold, 3_000),
      milliseconds('embedded, again', warm, 1_000),
    ],
    notes: [
      'From the spawn of the process to the first 200 of GET /readyz (bare Fastify: of GET /), asked every 3 ms.',
    ],
  }
}

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
