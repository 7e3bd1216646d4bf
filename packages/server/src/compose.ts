import type { AddressInfo } from 'node:net'
import type { Config } from './config/config.ts'
import { createHealth } from './features/health/index.ts'
import { createIntegration } from './features/integration/index.ts'
import { createChallenges } from './http/challenge.ts'
import type { Http } from './http/context.ts'
import { createCursors } from './http/cursor.ts'
import { createIdempotency } from './http/idempotency/idempotency.ts'
import type { Credentials } from './http/principal.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { createRequestObserver } from './http/request-observer.ts'
import { createHttp } from './http/server.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createNotifications } from './platform/database/listener.ts'
import { migrateDatabase, type OpenDatabase, openDatabase } from './platform/database/open.ts'
import { loadHubSecret } from './platform/hub-secret.ts'
import { createIds } from './platform/ids.ts'
import { type JobHandler, type JobRunner, startJobRunner } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { deriveKey } from './platform/sealing.ts'

/** The only wiring: builds every part from the configuration and hands each what it needs. */

export type Role = 'api' | 'worker' | 'all'

/** What tests may put in place of the real thing. */
export interface Overrides {
  readonly clock?: Clock
  readonly log?: Log
  /** An open database that is already migrated. */
  readonly openDatabase?: OpenDatabase
}

export interface Hub {
  readonly http: Http
  readonly url: string
  /** Reads again what may change without a restart. */
  reload(): Promise<void>
  /** Stops taking work, finishes what runs, closes everything. */
  close(): Promise<void>
}

export async function startHub(config: Config, role: Role = 'all', overrides: Overrides = {}): Promise<Hub> {
  const log = overrides.log ?? createLog(config.logLevel)
  const opened = overrides.openDatabase ?? (await openAndMigrate(config, log))
  try {
    return await assemble({ config, role, log, opened, clock: overrides.clock ?? systemClock })
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function openAndMigrate(config: Config, log: Log): Promise<OpenDatabase> {
  const opened = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    maxConnections: config.databasePool,
    log,
  })
  try {
    const applied = await migrateDatabase(opened)
    if (applied.length > 0) log.info('database.migrated', { applied })
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

interface Parts {
  readonly config: Config
  readonly role: Role
  readonly log: Log
  readonly opened: OpenDatabase
  readonly clock: Clock
}

async function assemble({ config, role, log, opened, clock }: Parts): Promise<Hub> {
  const { database } = opened
  const ids = createIds(clock)
  const metrics = createMetrics()
  const secret = await loadHubSecret({ configured: config.secret, dataDir: config.dataDir })
  const notifications = createNotifications(opened.connection, log)
  const challenges = createChallenges(config.publicUrl)
  const rateLimiter = createRateLimiter(clock)

  const integration = createIntegration({ config, challenges, rateLimiter, ids, log, metrics })
  const health = createHealth({
    dependencies: [{ name: 'database', check: (timeoutMs) => database.ping(timeoutMs) }],
    metrics,
    metricsToken: config.metricsToken,
    metricsPort: config.metricsPort,
    host: config.host,
  })
  const credentials: Credentials = {
    findApiKey: async () => undefined,
    findClient: async () => undefined,
    findProperty: integration.findProperty,
  }
  const http = createHttp({
    config,
    database,
    credentials,
    challenges,
    cursors: createCursors(deriveKey(secret, 'cursors')),
    idempotency: createIdempotency(secret),
    rateLimiter,
    clock,
    ids,
    log,
    frontDoors: integration.frontDoors,
    observer: createRequestObserver({ log, metrics }),
  })
  const features = [integration, health]
  for (const feature of features) feature.bind(http)
  const handlers: readonly JobHandler[] = []

  await notifications.start()
  const runner = role === 'api' ? undefined : await startJobRunner({ database, handlers, concurrency: 2, log })
  await health.start()
  const url = await listen(http, config)
  log.info('hub.listening', { url, role })
  return {
    http,
    url,
    reload: () => integration.reload(),
    close: () => close({ http, runner, health, integration, notifications, opened, log }),
  }
}

async function listen({ fastify }: Http, config: Config): Promise<string> {
  await fastify.listen({ host: config.host, port: config.port })
  const { port } = fastify.server.address() as AddressInfo
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}

interface Closing {
  readonly http: Http
  readonly runner: JobRunner | undefined
  readonly health: { drain(): void; close(): Promise<void> }
  readonly integration: { close(): void }
  readonly notifications: { close(): Promise<void> }
  readonly opened: OpenDatabase
  readonly log: Log
}

/** In the order that loses nothing: no new work, then what runs, then the database. */
async function close({ http, runner, health, integration, notifications, opened, log }: Closing): Promise<void> {
  health.drain()
  await http.fastify.close()
  await runner?.stop()
  integration.close()
  await health.close()
  await notifications.close()
  await opened.close()
  log.info('hub.stopped')
}
