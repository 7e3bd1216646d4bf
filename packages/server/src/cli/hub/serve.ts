import { availableParallelism } from 'node:os'
import { choice, flag, withDefault } from '@spindle/command-line'
import { type Config, readConfig } from '../../config/config.ts'
import { keepBundle } from '../../platform/bundle/keep-bundle.ts'
import { type ProcessPlace, readPlace } from '../../platform/processes/messages.ts'
import { planProcesses } from '../../platform/processes/plan-processes.ts'
import { type Role, type StartOptions, startHub } from '../../start-hub.ts'
import { nextSteps } from '../operator-command/next-steps.ts'
import { type OperatorContext, operatorCommand } from '../operator-command/operator-command.ts'
import { makeSetupLink } from '../people/setup-link.ts'
import { listenForStop, type StopKind, untilStopped } from './until-stopped.ts'

const roles: readonly Role[] = ['api', 'worker', 'all']

export const serve = operatorCommand({
  name: 'serve',
  handlesSignals: true,
  summary: 'Run the hub',
  input: {
    options: {
      role: withDefault(choice('--role <role>', 'What this process does', roles), 'all'),
      migrates: flag('--no-migrate', 'Leave the schema of the database as it is'),
    },
  },
  run: (input, { role, migrates }) => serveAs(input, role, migrates),
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
  if (introduces && config.bundle === 'auto') void keepBundle(hub.http.log, stopAsked)
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
