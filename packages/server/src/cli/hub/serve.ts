import { availableParallelism } from 'node:os'
import { choice, exitCodes, flag, UsageError, withDefault } from '@spindle/command-line'
import { type Config, readConfig } from '../../config/config.ts'
import { type ProcessPlace, readPlace } from '../../platform/processes/messages.ts'
import { planProcesses } from '../../platform/processes/plan-processes.ts'
import { type Hub, type Role, type StartOptions, startHub } from '../../start-hub.ts'
import { demoEnvironment, demoProperty } from '../demo/demo-environment.ts'
import { demoLog } from '../demo/demo-log.ts'
import { nextSteps } from '../operator-command/next-steps.ts'
import { type OperatorContext, operatorCommand } from '../operator-command/operator-command.ts'
import { makeSetupLink } from '../people/setup-link.ts'
import { announceDrain, closeMs } from './close-time.ts'

const roles: readonly Role[] = ['api', 'worker', 'all']

export const serve = operatorCommand({
  name: 'serve',
  handlesSignals: true,
  summary: 'Run the hub',
  input: {
    options: {
      role: withDefault(choice('--role <role>', 'What this process does', roles), 'all'),
      migrates: flag('--no-migrate', 'Leave the schema of the database as it is'),
      isDemo: flag('--demo', 'Run on demo data, and show one delivery from the first upload to the first play'),
      isOnce: flag('--exit', 'With --demo: stop when the walk through is over'),
    },
  },
  async run(input, { role, migrates, isDemo, isOnce }) {
    if (isOnce && !isDemo) throw new UsageError('--exit can be used only with --demo')
    return isDemo ? serveDemo(input, isOnce) : serveAs(input, role, migrates)
  },
})

/** As one process, as the first of several, or as one of those that the first has started. */
async function serveAs({ environment, err }: OperatorContext, role: Role, migrates: boolean): Promise<number> {
  const config = readConfig(environment)
  const place = readPlace(environment)
  if (place !== undefined) return serveInPlace(config, place, err)
  const plan = planProcesses({
    ...config,
    role,
    cores: availableParallelism(),
    sharesDatabase: config.databaseUrl !== undefined && config.databaseDirectUrl === undefined,
  })
  const stopAsked = listenForStop()
  if (plan === undefined) return serveUntilStopped({ config, role, stopAsked, err, start: { migrates } })
  const { serveProcesses } = await import('./serve-processes.ts')
  return serveProcesses({ config, plan, migrates, stopAsked, err })
}

async function serveInPlace(config: Config, place: ProcessPlace, err: (line: string) => void): Promise<number> {
  const { joinProcesses } = await import('./join-processes.ts')
  const { channel, own, start } = await joinProcesses(config, place)
  try {
    const { stopAsked, tellReady } = channel
    const { role, introduces } = place
    return await serveUntilStopped({ config: own, role, stopAsked, err, start, introduces, onReady: tellReady })
  } finally {
    await channel.close()
  }
}

interface Serving {
  readonly config: Config
  readonly role: Role
  readonly stopAsked: Promise<StopKind>
  readonly err: (line: string) => void
  readonly start: StartOptions
  /** Prints what to do next. */
  readonly introduces?: boolean
  readonly onReady?: () => void
}

async function serveUntilStopped(serving: Serving): Promise<number> {
  const { config, role, stopAsked, err, start, introduces = true, onReady } = serving
  const hub = await startHub(config, role, start)
  if (role !== 'worker' && introduces) void hub.console.prepare()
  if (introduces) {
    const hasAccounts = (await hub.accounts.listAccounts()).length > 0
    const isWorker = role === 'worker'
    const setupLink = await makeSetupLink(hub)
    for (const line of nextSteps({ ...config, url: hub.url, isWorker, hasAccounts, setupLink })) err(line)
  }
  onReady?.()
  // The first of several processes says for all of them that the hub stops.
  const saysDrain = onReady === undefined
  return untilStopped({ hub, stopAsked, err, saysDrain, drainSeconds: config.drainSeconds })
}

async function serveDemo({ environment, out, err }: OperatorContext, isOnce: boolean): Promise<number> {
  // It loads an image library, which no other start needs.
  const { runDemo } = await import('../demo/demo.ts')
  const demo = await demoEnvironment(environment)
  const config = readConfig(demo.environment)
  const stopAsked = listenForStop()
  const start = performance.now()
  // With an own level, the log is wanted on the screen.
  const hub = await startHub(config, 'all', environment.SPINDLE_LOG_LEVEL ? {} : { log: demoLog(config, err) })
  void hub.console.prepare()
  out(`✓ Started the hub at ${config.publicUrl} (${((performance.now() - start) / 1000).toFixed(2)} s)`)
  const running = runDemo({
    hub,
    baseUrl: config.publicUrl,
    dataDir: config.dataDir,
    property: demoProperty,
    integrationToken: demo.integrationToken,
    out,
  })
  let isStopped = false
  void stopAsked.then(() => {
    isStopped = true
  })
  try {
    await Promise.race([running, stopAsked])
  } catch (error) {
    err((error as Error).message)
    await hub.close()
    return exitCodes.failed
  }
  if (!isOnce) {
    const done = await Promise.race([running, stopAsked.then(() => undefined)])
    void done?.keepStore(() => isStopped).catch((error: unknown) => err((error as Error).message))
    void done
      ?.fill(() => isStopped)
      .then(
        (releases) => out(`✓ Filled the label with ${releases} more releases, plays of 400 days and two messages`),
        (error: unknown) => !isStopped && err(`The label was not filled: ${(error as Error).message}`),
      )
    out('The hub runs until you press Ctrl-C.')
    return untilStopped({ hub, stopAsked, err, drainSeconds: config.drainSeconds })
  }
  await hub.close()
  return exitCodes.ok
}

/**
 * Resolves with the first SIGTERM or SIGINT. It listens from before the start, so that a hub that is stopped while it
 * starts also stops its database. A second signal ends the process immediately.
 */
function listenForStop(): Promise<'stop'> {
  return new Promise((resolve) => {
    let isAsked = false
    const ask = (): void => {
      if (isAsked) process.exit(exitCodes.failed)
      isAsked = true
      resolve('stop')
    }
    process.on('SIGTERM', ask)
    process.on('SIGINT', ask)
  })
}

type StopKind = Parameters<Hub['drain']>[0]

interface Running {
  readonly hub: Hub
  readonly stopAsked: Promise<StopKind>
  readonly err: (line: string) => void
  readonly drainSeconds: number
  readonly saysDrain?: boolean
}

/** A stop drains; if it hangs, the process ends. SIGHUP reloads the files of tokens and of webhooks. */
function untilStopped({ hub, stopAsked, err, drainSeconds, saysDrain = true }: Running): Promise<number> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = (code: number, kind: StopKind = 'stop'): void => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(exitCodes.failed), drainSeconds * 1000 + closeMs).unref()
      if (saysDrain) announceDrain(drainSeconds, err)
      hub
        .drain(kind)
        .then(hub.close)
        .then(
          () => resolve(code),
          (error: unknown) => {
            err(`The hub did not stop cleanly: ${(error as Error).message}`)
            resolve(exitCodes.failed)
          },
        )
    }
    void stopAsked.then((kind) => stop(exitCodes.ok, kind))
    process.on('SIGHUP', () => void hub.reload())
    // An unhandled rejection is a defect: log it, stop in order, and let the supervisor start a clean process.
    process.on('unhandledRejection', (reason) => {
      hub.http.log.error('process.unhandled_rejection', { error: reason })
      stop(exitCodes.failed)
    })
  })
}
