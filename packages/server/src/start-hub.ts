import { setTimeout as sleep } from 'node:timers/promises'
import { bindHttp } from './bind-http.ts'
import { composeFeatures } from './compose.ts'
import type { Config } from './config/config.ts'
import { claimSecrets, noteBelongings, openForStart } from './features/hub-identity/index.ts'
import type { Http } from './http/context.ts'
import type { Feature, ProcessRole } from './http/feature.ts'
import { pruneIdempotency } from './http/idempotency/prune.ts'
import { listen } from './http/listen.ts'
import { shareCounts } from './http/share-counts.ts'
import { openInfrastructure } from './infrastructure.ts'
import type { Overrides } from './overrides.ts'
import { clocksFrom } from './platform/database/database-clock.ts'
import { openMigrated } from './platform/database/open.ts'
import { startJobRunners } from './platform/jobs/jobs.ts'
import { jsonLog } from './platform/log.ts'
import { finishAll, shutdownSequence } from './platform/shutdown.ts'
import { openTracing } from './platform/tracing/tracing.ts'
import { type Services, servicesOf } from './services.ts'

export type Role = Exclude<ProcessRole, 'operator'>

export interface StartOptions extends Overrides {
  /** False where the schema is brought up to date by a step of its own. */
  readonly migrates?: boolean
}

export interface Hub extends Services {
  readonly http: Http
  readonly url: string
  /** Reads again what may change without a restart. */
  reload(): Promise<void>
  /**
   * The first half of a stop: /readyz reports it, no new job starts, and everything else is served for as long as load
   * balancers need to notice (`SPINDLE_DRAIN_SECONDS`).
   */
  drain(): Promise<void>
  /** Stops taking work, finishes what runs, closes everything. */
  close(): Promise<void>
}

/** Opens the database, makes and starts every feature, and listens. Closes everything again if that fails. */
export async function startHub(config: Config, role: Role = 'all', overrides: StartOptions = {}): Promise<Hub> {
  const log = overrides.log ?? jsonLog(config.logLevel)
  const closing = shutdownSequence()
  try {
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
    const infrastructure = await openInfrastructure({
      config,
      log,
      opened,
      tracing,
      ...clocksFrom(overrides),
      blobs: overrides.blobs,
      openSecrets: claimSecrets,
    })
    const composed = composeFeatures(infrastructure, overrides, role)
    const { health, integration, nodes, webhooks } = composed.offers
    await noteBelongings({ system: opened.database.system, config }, infrastructure.secrets, composed.sealed)
    const features: readonly Feature[] = [
      ...composed.features,
      { jobs: [pruneIdempotency(infrastructure.database)] },
      shareCounts({ ...infrastructure, hasOthers: nodes.hasOthersAnswering }),
    ]
    const http = bindHttp(infrastructure, composed.offers, role === 'worker' ? [health] : features)
    await infrastructure.notifications.start()
    closing.add(() => infrastructure.notifications.close())
    for (const feature of features) {
      await feature.start?.()
      closing.add(async () => feature.close?.())
    }
    const listening = listen(http, config)
    // After the server listens: requests need no worker, and loading the job library takes processor time.
    const jobs = features.flatMap((feature) => feature.jobs ?? [])
    const starting = listening.then(
      () => (role === 'api' ? [] : startJobRunners({ ...infrastructure, pollMs: overrides.jobPollMs }, jobs)),
      () => [],
    )
    // A node with both roles is ready when it answers requests.
    const announced = health.announceStarted(role === 'worker' ? starting : listening)
    closing.add(() => http.fastify.close())
    closing.add(async () => http.warmUp.stop())
    // While the server still answers: closing it would wait for running uploads, which may take hours, and for agents' calls.
    closing.add(async () => {
      const stopping = starting.then((runners) => finishAll(runners.map(({ stop }) => stop())))
      await finishAll([stopping, ...features.map(async ({ drain }) => drain?.())])
    })
    // Before anything is refused: a load balancer without health checks sends requests until nothing listens.
    closing.add(() => http.draining.stopListening())
    const [url, runners] = await Promise.all([listening, starting, announced])
    void http.warmUp.begin()
    // They are stopped again at close, which waits for them and reports failures.
    const stopJobs = (): void => {
      for (const { stop } of runners) void stop().catch(() => {})
    }
    nodes.onClockWrong(stopJobs)
    const drain = async (): Promise<void> => {
      log.info('hub.draining', { seconds: config.drainSeconds })
      health.announceDrain()
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
