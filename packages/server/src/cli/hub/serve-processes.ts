import { exitCodes } from '@spindle/command-line'
import type { Config } from '../../config/config.ts'
import { openMetricsPort } from '../../features/health/index.ts'
import { openForStart } from '../../features/hub-identity/index.ts'
import { jsonLog, type Log } from '../../platform/logging/log.ts'
import { openMigrated } from '../../platform/open-database.ts'
import { type ShutdownSequence, shutdownSequence } from '../../platform/process/shutdown.ts'
import { forkChild, type HubChild } from '../../platform/processes/fork-child.ts'
import { connectionsOfPlan, type ProcessPlan } from '../../platform/processes/plan-processes.ts'
import { sumMetrics } from '../../platform/processes/sum-metrics.ts'
import { ProcessEndedError, type Supervisor, superviseProcesses } from '../../platform/processes/supervise-processes.ts'
import { announceDrain, closeMs } from './until-stopped.ts'

export interface ServeProcessesOptions {
  readonly config: Config
  readonly plan: ProcessPlan
  readonly migrates: boolean
  readonly stopAsked: Promise<unknown>
  readonly err: (line: string) => void
}

/** Longer than the processes take by their own limit. */
const spareMs = 2_000

/**
 * The first of several processes. It has the embedded database and the port, serves no request, and keeps the others
 * running: each is a node of the hub, as on several machines.
 */
export async function serveProcesses(options: ServeProcessesOptions): Promise<number> {
  const { config, plan, stopAsked, err } = options
  const log = jsonLog(config.logLevel)
  const closing = shutdownSequence()
  try {
    await openSharedDatabase(options, log, closing)
    let supervisor: Supervisor | undefined
    const metrics = sumMetrics(() => supervisor?.children() ?? [])
    const fork = async (...place: Parameters<typeof forkChild>): Promise<HubChild> => {
      const child = await forkChild(...place)
      metrics.follow(child)
      return child
    }
    const processes = superviseProcesses({ plan, log, fork })
    supervisor = processes
    const server = await openMetricsPort(config, metrics.render)
    closing.add(async () => void server?.close())
    let isWell = true
    closing.add(async () => {
      announceDrain(config.drainSeconds, err)
      isWell = await processes.stop(config.drainSeconds * 1000 + closeMs + spareMs)
    })
    const code = await untilEnd(processes, stopAsked, log)
    if (code !== exitCodes.ok) err(`The hub stops, because its processes cannot be kept running (exit code ${code}).`)
    await closing.run()
    return isWell ? code : code || exitCodes.failed
  } catch (error) {
    await closing.run()
    // It has printed the reason itself.
    if (error instanceof ProcessEndedError) return error.exitCode
    throw error
  }
}

async function openSharedDatabase(
  { config, plan, migrates }: ServeProcessesOptions,
  log: Log,
  closing: ShutdownSequence,
): Promise<void> {
  const opened = await openMigrated((given) => openForStart(config, given), {
    ...config,
    migrates,
    maxConnections: 2,
    serverConnections: connectionsOfPlan(plan, config.databasePool) + spareConnections,
    log,
  })
  if (config.databaseUrl === undefined) closing.add(() => opened.close())
  else await opened.close()
}

/** For commands and backups beside the hub. */
const spareConnections = 20

/** SIGHUP reloads the files of tokens and webhooks in every process; SIGUSR2 replaces all processes. */
async function untilEnd(processes: Supervisor, stopAsked: Promise<unknown>, log: Log): Promise<number> {
  const stopped = stopAsked.then(() => exitCodes.ok)
  const started = processes.start()
  // The hub was stopped during its start, so a process that did not start is not an error.
  const early = await Promise.race([stopped, started.then(() => undefined)])
  if (early !== undefined) {
    started.catch(() => {})
    return early
  }
  process.on('SIGHUP', () => {
    for (const child of processes.children()) child.kill('SIGHUP')
  })
  let rolling = Promise.resolve()
  process.on('SIGUSR2', () => {
    rolling = rolling.then(processes.roll).catch((error: unknown) => log.error('processes.roll_failed', { error }))
  })
  return Promise.race([stopped, processes.failed])
}
