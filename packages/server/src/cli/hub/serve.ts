import { choice, exitCodes, flag, UsageError, withDefault } from '@spindle/command-line'
import { readConfig } from '../../config/config.ts'
import { type Hub, type Role, startHub } from '../../start-hub.ts'
import { demoEnvironment, demoProperty } from '../demo/demo-environment.ts'
import { demoLog } from '../demo/demo-log.ts'
import { nextSteps } from '../operator-command/next-steps.ts'
import { type OperatorContext, operatorCommand } from '../operator-command/operator-command.ts'
import { makeSetupLink } from '../people/setup-link.ts'

const roles: readonly Role[] = ['api', 'worker', 'all']
/** How long running work may take to end once the hub no longer serves. */
const closeMs = 15_000

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
    return isDemo ? serveDemo(input, isOnce) : serveUntilStopped(input, role, migrates)
  },
})

async function serveUntilStopped(
  { environment, err }: OperatorContext,
  role: Role,
  migrates: boolean,
): Promise<number> {
  const config = readConfig(environment)
  const stopAsked = listenForStop()
  const hub = await startHub(config, role, { migrates })
  if (role !== 'worker') void hub.console.prepare()
  const hasAccounts = (await hub.accounts.listAccounts()).length > 0
  const isWorker = role === 'worker'
  const setupLink = await makeSetupLink(hub)
  for (const line of nextSteps({ ...config, url: hub.url, isWorker, hasAccounts, setupLink })) err(line)
  return untilStopped({ hub, stopAsked, err, drainSeconds: config.drainSeconds })
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
    const done = await Promise.race([running, stopAsked])
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
function listenForStop(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false
    const ask = (): void => {
      if (isAsked) process.exit(exitCodes.failed)
      isAsked = true
      resolve()
    }
    process.on('SIGTERM', ask)
    process.on('SIGINT', ask)
  })
}

interface Running {
  readonly hub: Hub
  readonly stopAsked: Promise<void>
  readonly err: (line: string) => void
  readonly drainSeconds: number
}

/** A stop drains; if it hangs, the process ends. SIGHUP reloads the files of tokens and of webhooks. */
function untilStopped({ hub, stopAsked, err, drainSeconds }: Running): Promise<number> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = (code: number): void => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(exitCodes.failed), drainSeconds * 1000 + closeMs).unref()
      if (drainSeconds > 0)
        err(`Stopping: the hub keeps serving for ${drainSeconds} s. Stop it again to end immediately.`)
      hub
        .drain()
        .then(hub.close)
        .then(
          () => resolve(code),
          (error: unknown) => {
            err(`The hub did not stop cleanly: ${(error as Error).message}`)
            resolve(exitCodes.failed)
          },
        )
    }
    void stopAsked.then(() => stop(exitCodes.ok))
    process.on('SIGHUP', () => void hub.reload())
    // An unhandled rejection is a defect: log it, stop in order, and let the supervisor start a clean process.
    process.on('unhandledRejection', (reason) => {
      hub.http.log.error('process.unhandled_rejection', { error: reason })
      stop(exitCodes.failed)
    })
  })
}
