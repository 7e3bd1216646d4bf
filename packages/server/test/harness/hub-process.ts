import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/config/reader.ts'
import type { Role } from '../../src/start-hub.ts'
import { eventually } from './eventually.ts'
import { freePort } from './hub.ts'
import { runOperatorCommand } from './operator.ts'
import { killAll, postgresPids } from './processes.ts'
import { getShared } from './shared/get-shared.ts'
import { folderOfKilledPrograms } from './temporary-files.ts'

/** A hub as an operator runs it: a separate process with its embedded database, that tests can kill. */
export interface HubProcess {
  readonly url: string
  readonly process: ChildProcess
  /** Resolves when the process has ended and its output is complete. */
  readonly exited: Promise<HubExit>
  /** Its output to stdout and stderr so far. */
  said(): string
  /** SIGKILL to the hub's process group; `tree` also kills its PostgreSQL. Resolves when the hub has ended. */
  kill(tree?: 'tree'): Promise<void>
  /** SIGTERM; resolves with the result of the process. */
  stop(): Promise<HubExit>
}

export interface HubExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface HubProcessOptions {
  readonly dataDir: string
  /** A fixed port: a client that survives restarts keeps its address. */
  readonly port?: number
  readonly environment?: Readonly<Record<string, string>>
  readonly role?: Role
  readonly uid?: number
  /** The program of another version of the hub. */
  readonly program?: string
}

const ownProgram = fileURLToPath(new URL('../../bin/hub.mjs', import.meta.url))

/** Starts the process without waiting for it. */
export async function spawnHubProcess({
  dataDir,
  port,
  environment = {},
  role = 'all',
  uid,
  program = ownProgram,
}: HubProcessOptions): Promise<HubProcess> {
  const ownPort = port ?? (await freePort())
  // As people run it, and each start takes half of the time.
  if (program === ownProgram && environment.SPINDLE_BUNDLE === undefined) await getShared('hubBundle')
  const child = spawn(process.execPath, [program, 'serve', '--role', role], {
    // Not the checkout: a developer's .env must not affect the tests.
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: {
      PATH: process.env.PATH,
      TMPDIR: folderOfKilledPrograms(),
      ...hubEnvironment(dataDir, ownPort),
      ...environment,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const exited = new Promise<HubExit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  return {
    url: `http://127.0.0.1:${ownPort}`,
    process: child,
    exited,
    said: () => output,
    async kill(tree) {
      // Before the hub ends: afterwards its database processes cannot be distinguished from others.
      const database = tree ? postgresPids(dataDir) : []
      if (child.exitCode === null && child.pid !== undefined) killAll([-child.pid])
      killAll(database)
      await exited
    },
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

const hubEnvironment = (dataDir: string, port: number): Record<string, string> => ({
  SPINDLE_DATA_DIR: dataDir,
  SPINDLE_HOST: '127.0.0.1',
  SPINDLE_PORT: String(port),
  SPINDLE_PUBLIC_URL: `http://127.0.0.1:${port}`,
  SPINDLE_RATE_LIMIT: 'off',
  SPINDLE_LOG_LEVEL: 'info',
  // No balancer has to notice; the test of the drain sets it.
  SPINDLE_DRAIN_SECONDS: '0',
})

/** The same, and waits until it has started. */
export async function startHubProcess(options: HubProcessOptions): Promise<HubProcess> {
  mkdirSync(options.dataDir, { recursive: true })
  const hub = await spawnHubProcess(options)
  const isUp = async (): Promise<boolean> => {
    if (hub.process.exitCode !== null || hub.process.signalCode !== null) throw new Error('the hub ended at its start')
    // It answers this until all checks have run, and takes no jobs before.
    const answer = await fetch(`${hub.url}/readyz`).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    return text !== undefined && JSON.parse(text).status !== 'starting'
  }
  try {
    await eventually(isUp, { what: 'the hub to have started', intervalMs: 5 })
    return hub
  } catch (error) {
    await endHubProcess(hub, options.dataDir)
    throw new Error(`${(error as Error).message}:\n${hub.said()}`, { cause: error })
  }
}

/** The first start of a hub, which creates it for later commands. */
export async function makeHub(dataDir: string): Promise<void> {
  const hub = await startHubProcess({ dataDir })
  await hub.stop()
}

/** Stops it in any state, with its database; for the end of a test. */
export async function endHubProcess(hub: HubProcess, dataDir: string): Promise<void> {
  await hub.kill('tree')
  const isGone = (): true | undefined => {
    const left = postgresPids(dataDir)
    killAll(left)
    return left.length === 0 || undefined
  }
  await eventually(isGone, { what: 'PostgreSQL to be gone' })
}

export interface HubClient {
  readonly accountId: string
  readonly clientId: string
  readonly clientSecret: string
}

/** An account with a service client, created by the operator's commands next to the running hub. */
export async function createAccountByCommand(
  dataDir: string,
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<HubClient> {
  const command = (args: string[]): Promise<string[]> => succeed(args, { SPINDLE_DATA_DIR: dataDir, ...environment })
  const [accountId = ''] = await command(['accounts', 'create', name])
  const client = await command(['clients', 'create', '--account', accountId])
  const valueAfter = (label: string): string =>
    client
      .find((line) => line.startsWith(label))
      ?.slice(label.length)
      .trim() ?? ''
  return { accountId, clientId: valueAfter('client id'), clientSecret: valueAfter('client secret') }
}

async function succeed(args: string[], environment: Environment): Promise<string[]> {
  const { code, out, err } = await runOperatorCommand(args, environment)
  if (code !== 0) throw new Error(`${args.join(' ')}: ${err.join('\n')}`)
  return out
}
