import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import { runCommand } from './command.ts'
import { type MeasuredRun, measureCommand } from './measured-command.ts'
import { freePort, type Program, startProgram } from './program.ts'

/** In a checkout of any version. */
const modulePath = 'packages/server/bin/hub.mjs'

export const hubModule = fileURLToPath(new URL(`../../${modulePath}`, import.meta.url))

export const hubModuleOf = (checkout: string): string => join(checkout, modulePath)

const hubSecret = 'a-secret-of-the-benchmarks-only-0123456789'

export interface HubOptions {
  /** Without it the hub brings its own. */
  readonly databaseUrl?: string
  /** A new one unless given. */
  readonly dataDir?: string
  readonly role?: 'api' | 'all'
  readonly environment?: Readonly<Record<string, string>>
}

/** The hub as its operator runs it, request limits off. */
export async function startHub(bench: Bench, options: HubOptions = {}): Promise<Program> {
  const port = await freePort()
  const dataDir = options.dataDir ?? (await bench.scratch.directory('hub'))
  return startProgram({
    scratch: bench.scratch,
    module: bench.hubModule,
    args: ['serve', '--role', options.role ?? 'all'],
    port,
    readyPath: '/readyz',
    // Away from a developer's .env file.
    cwd: dataDir,
    environment: {
      ...hubEnvironment({ ...options, dataDir }),
      SPINDLE_PORT: String(port),
      SPINDLE_LOG_LEVEL: 'warn',
      SPINDLE_RATE_LIMIT: 'off',
      SPINDLE_DRAIN_SECONDS: '0',
      ...options.environment,
    },
  })
}

const hubEnvironment = ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl?: string
  dataDir: string
}): Record<string, string> => ({
  SPINDLE_DATA_DIR: dataDir,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, SPINDLE_SECRET: hubSecret }),
})

/** One operator command; returns what it printed. */
export async function operate(
  bench: Bench,
  databaseUrl: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { cwd, env } = await operatorOptions(bench, databaseUrl)
  return runCommand(process.execPath, [bench.hubModule, ...args], { cwd, env: { ...env, ...environment } })
}

/** The same, for what it takes. */
export async function measureOperator(
  bench: Bench,
  databaseUrl: string,
  args: readonly string[],
  /** That of the hub, for what reads uploads. */
  dataDir?: string,
): Promise<MeasuredRun> {
  return measureCommand(
    process.execPath,
    [bench.hubModule, ...args],
    await operatorOptions(bench, databaseUrl, dataDir),
  )
}

async function operatorOptions(bench: Bench, databaseUrl: string, dataDir?: string) {
  const cwd = dataDir ?? (await bench.scratch.directory('operator'))
  return { cwd, env: { ...hubEnvironment({ databaseUrl, dataDir: cwd }), PATH: process.env.PATH ?? '' } }
}
