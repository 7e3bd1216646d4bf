import { fileURLToPath } from 'node:url'
import type { Bench, Goal } from '../harness/bench.ts'
import { runCommand } from '../harness/command.ts'
import type { Report } from '../harness/report.ts'

export const unusedEngines: Goal = {
  id: 'unused-engines',
  title: 'What a start loads of S3, DuckDB and OpenTelemetry where nobody uses them',
  run,
}

const compose = new URL('../../packages/server/src/compose.ts', import.meta.url).href
const server = fileURLToPath(new URL('../../packages/server', import.meta.url))

/** Called for every module, of the hub or of a package. */
const script = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  await import(process.argv[1])
  console.log(JSON.stringify(loaded))`

const engines: Readonly<Record<string, RegExp>> = {
  'S3 (AWS SDK)': /node_modules\/(?:@aws-sdk|@smithy|@aws-crypto)\//,
  DuckDB: /node_modules\/@duckdb\//,
  OpenTelemetry: /node_modules\/@opentelemetry\//,
}

async function run({ scratch }: Bench): Promise<Report> {
  const printed = await runCommand(process.execPath, ['--input-type=module', '-e', script, compose], {
    cwd: await scratch.directory('start'),
    env: { PATH: process.env.PATH ?? '' },
  })
  const loaded = JSON.parse(printed) as readonly string[]
  const own = loaded.filter((url) => url.includes(server) && !url.includes('node_modules'))
  if (own.length < 100) throw new Error(`Only ${own.length} modules of the hub were counted`)
  return {
    series: [{ name: 'modules of a start, all packages', unit: 'modules', samples: [loaded.length] }],
    verdicts: Object.entries(engines).map(([name, pattern]) => ({
      goal: `modules of ${name}`,
      value: loaded.filter((url) => pattern.test(url)).length,
      atMost: 0,
    })),
    notes: [
      'Counted by a hook of the loader while the hub is put together with its default settings; what only some configuration needs is loaded when that is chosen.',
    ],
  }
}
