import { setTimeout as sleep } from 'node:timers/promises'
import { bindHttp } from './bind-http.ts'
import { composeFeatures } from './compose.ts'
import type { Config } from './config/config.ts'
import { claimSecrets, noteBelongings, openForStart } from './features/hub-identity/index.ts'
import type { Http } from './http/context.ts'
import type { Feature, ProcessRole } from './http/feature.ts'
import { pruneIdempotency } from './http/idempotency/prune.ts'
import { shareCounts } from './http/limits/share-counts.ts'
import { listen } from './http/listen.ts'
import { type Infrastructure, openInfrastructure } from './infrastructure.ts'
import type { Overrides } from './overrides.ts'
import { bundleFolder } from './platform/bundle/name-sources.ts'
import { clocksFrom } from './platform/database/database-clock.ts'
import { startJobRunners } from './platform/jobs/jobs.ts'
import { jsonLog, type Log } from './platform/logging/log.ts'
import { openMigrated } from './platform/open-database.ts'
import { finishAll, type ShutdownSequence, shutdownSequence } from './platform/process/shutdown.ts'
import { hubBuild } from './platform/process/version.ts'
import { openTracing } from './platform/tracing/tracing.ts'
import { type Services, servicesOf } from './services.ts'

export type Role = Exclude<ProcessRole, 'operator'>

export interface StartOptions extends Overrides {
  /** False if a separate step migrates the schema. */
  readonly migrates?: boolean
  /** False if only requests load and compile what they need, which is less work for a hub with few requests. */
  readonly warmsUp?: boolean
}

export interface Hub extends Services {
  readonly http: Http
  readonly url: string
  /** Reloads the settings that may change without a restart. */
  reload(): Promise<void>
  /**
   * The first half of a stop: /readyz reports it and no job is taken any more. Requests are still served for as long as
   * balancers need to notice (`SPINDLE_DRAIN_SECONDS`). A process that retires leaves others at the same port: /readyz
   * reports nothing.
   */
  drain(kind?: 'stop' | 'retire'): Promise<void>
  /** Stops taking work, finishes what runs, closes everything. */
  close(): Promise<void>
}

/**
 * Opens the database, makes and starts every feature, and listens. If that fails, everything that was opened is closed.
 */
export async function startHub(config: Config, role: Role = 'all', overrides: StartOptions = {}): Promise<Hub> {
  const log = overrides.log ?? jsonLog(config.logLevel)
  const closing = shutdownSequence()
  const bundled = bundleFolder !== undefined
  log.info('hub.starting', { version: hubBuild, node: process.version, role, bundled })
  try {
    const infrastructure = await openHub(config, overrides, { log, closing })
    const { database, notifications } = infrastructure
    const composed = composeFeatures(infrastructure, overrides, role)
    const { health, integration, nodes, webhooks } = composed.offers
    await noteBelongings({ system: database.system, config }, infrastructure.secrets, composed.sealed)
    const features: readonly Feature[] = [
      ...composed.features,
      { jobs: [pruneIdempotency(database)] },
      shareCounts({ ...infrastructure, hasOthers: nodes.hasOthersAnswering }),
    ]
    const http = bindHttp(infrastructure, composed.offers, role === 'worker' ? [health] : features)
    await notifications.start()
    closing.add(() => notifications.close())
    for (const feature of features) {
      await feature.start?.()
      closing.add(async () => feature.close?.())
    }
    const listening = listen(http, config)
    // Once the server listens: requests need no worker, and the job library uses the processor for a while.
    const jobs = features.flatMap((feature) => feature.jobs ?? [])
    const starting = listening.then(
      () => (role === 'api' ? [] : startJobRunners({ ...infrastructure, pollMs: overrides.jobPollMs }, jobs)),
      () => [],
    )
    // A node with both roles must answer requests first.
    const announced = health.announceStarted(role === 'worker' ? starting : listening)
    closing.add(() => http.fastify.close())
    closing.add(async () => http.warmUp.stop())
    // While the server still responds: closing it waits for running uploads, which may take hours, and for agents'
    // calls.
    closing.add(async () => {
      const stopping = starting.then((runners) => finishAll(runners.map(({ stop }) => stop())))
      await finishAll([stopping, ...features.map(async ({ drain }) => drain?.())])
    })
    // Before anything is refused: a balancer without health checks sends requests until the port is closed.
    closing.add(() => http.draining.stopListening())
    const [url, runners] = await Promise.all([listening, starting, announced])
    if (overrides.warmsUp !== false) void http.warmUp.begin()
    // Closed a second time, which waits for them and reports failures.
    const stopJobs = (): void => {
      for (const { stop } of runners) void stop().catch(() => {})
    }
    nodes.onClockWrong(stopJobs)
    const drain = async (kind: 'stop' | 'retire' = 'stop'): Promise<void> => {
      log.info('hub.draining', { seconds: config.drainSeconds })
      if (kind === 'stop') health.announceDrain()
      http.draining.announce()
      stopJobs()
      await sleep(config.drainSeconds * 1000)
      log.info('hub.drained')
    }
    log.info('hub.listening', { url, role })
    const reload = async (): Promise<void> => {
      await Promise.all([integration.reload(), webhooks.reload()])
    }
    return { ...servicesOf(infrastructure, composed), http, url, reload, drain, close: closing.run }
  } catch (error) {
    await closing.run()
    throw error
  }
}

interface Opening {
  readonly log: Log
  readonly closing: ShutdownSequence
}

/** Everything that does not depend on music: tracing, the database with its newest schema, storage, secrets. */
async function openHub(config: Config, overrides: StartOptions, { log, closing }: Opening): Promise<Infrastructure> {
  const tracing = await openTracing({ target: config.tracing, log })
  closing.add(async () => tracing?.close())
  const opened =
    overrides.openDatabase ??
    (await openMigrated((options) => openForStart(config, options), {
      ...config,
      migrates: overrides.migrates ?? true,
      maxConnections: config.databasePool,
      log,
    }))
  closing.add(() => opened.close())
  return openInfrastructure({
    config,
    log,
    opened,
    tracing,
    ...clocksFrom(overrides),
    blobs: overrides.blobs,
    openSecrets: claimSecrets,
  })
}
