import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { type Accounts, createAccounts } from './features/accounts/index.ts'
import { createAnalytics } from './features/analytics/index.ts'
import { authorizationServerFacts, createAuth } from './features/auth/index.ts'
import { createCatalog } from './features/catalog/index.ts'
import { type ContactService, createContact } from './features/contact/index.ts'
import { createDiscovery } from './features/discovery/index.ts'
import { createHealth } from './features/health/index.ts'
import { createIntegration } from './features/integration/index.ts'
import { createKeys } from './features/keys/index.ts'
import { createMediaAnalyser } from './features/media/index.ts'
import { createOutlets, type OutletAdapter } from './features/outlets/index.ts'
import { createPlays } from './features/plays/index.ts'
import { createReleases, type Releases, searchQueryOf } from './features/releases/index.ts'
import { createUploads } from './features/uploads/index.ts'
import { createChallenges } from './http/challenge.ts'
import type { Http } from './http/context.ts'
import { createCursors } from './http/cursor.ts'
import { createIdempotency } from './http/idempotency/idempotency.ts'
import { pruneIdempotency } from './http/idempotency/prune.ts'
import type { Credentials } from './http/principal.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { createRequestObserver } from './http/request-observer.ts'
import { createHttp } from './http/server.ts'
import { createDiskBlobs } from './platform/blobs/disk/disk-blobs.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Closing, createClosing } from './platform/closing.ts'
import { createNotifications } from './platform/database/listener.ts'
import { migrateDatabase, type OpenDatabase, openDatabase } from './platform/database/open.ts'
import { loadHubSecret } from './platform/hub-secret.ts'
import { createIds } from './platform/ids.ts'
import { createJobs, type JobHandler, startJobRunner } from './platform/jobs/jobs.ts'
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
  /** Adapters in place of the hub's own for the same kind of outlet. */
  readonly outletAdapters?: readonly OutletAdapter[]
}

export interface Hub {
  readonly http: Http
  readonly url: string
  readonly accounts: Accounts
  readonly contact: ContactService
  readonly releases: Releases
  /** Reads again what may change without a restart. */
  reload(): Promise<void>
  /** Stops taking work, finishes what runs, closes everything. */
  close(): Promise<void>
}

export async function startHub(config: Config, role: Role = 'all', overrides: Overrides = {}): Promise<Hub> {
  const log = overrides.log ?? createLog(config.logLevel)
  const closing = createClosing()
  try {
    const opened = overrides.openDatabase ?? (await openAndMigrate(config, log))
    closing.add(() => opened.close())
    return await assemble({ config, role, log, opened, clock: overrides.clock ?? systemClock, closing, overrides })
  } catch (error) {
    await closing.closeAll()
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
  readonly closing: Closing
  readonly overrides: Overrides
}

async function assemble({ config, role, log, opened, clock, closing, overrides }: Parts): Promise<Hub> {
  const { database } = opened
  const ids = createIds(clock)
  const metrics = createMetrics()
  const secret = await loadHubSecret({ configured: config.secret, dataDir: config.dataDir })
  const notifications = createNotifications(opened.connection, log)
  const challenges = createChallenges(config.publicUrl)
  const rateLimiter = createRateLimiter(clock)

  const integration = createIntegration({ config, challenges, rateLimiter, ids, log, metrics })
  const accounts = createAccounts({ database, ids, clock })
  const auth = createAuth({ config, database, accounts, notifications, secret, clock, log })
  const keys = createKeys({ database, notifications, ids, clock, log })
  const jobs = createJobs()
  const outlets = createOutlets({
    properties: integration.properties,
    sandboxOutlet: config.sandboxOutlet,
    adapters: overrides.outletAdapters,
  })
  const releases = createReleases({ database, jobs, outlets, clock, ids, log, config })
  const analyser = createMediaAnalyser({ log })
  const uploads = createUploads({
    config,
    database,
    blobs: createDiskBlobs(join(config.dataDir, 'uploads')),
    jobs,
    clock,
    log,
    metrics,
    analyser,
    isUploadInUse: releases.isUploadInUse,
    onUploadAnalysed: releases.onUploadAnalysed,
  })
  const plays = createPlays({ config, database, uploads, jobs: createJobs(), clock, log, metrics })
  const catalog = createCatalog({ searchQueryOf })
  const analytics = createAnalytics({ config, clock })
  const contact = createContact({ config, database, ids, clock, log })
  const discovery = createDiscovery({
    config,
    authorizationServer: authorizationServerFacts(config),
    challenges,
    clock,
  })
  const health = createHealth({
    dependencies: [
      { name: 'database', check: (timeoutMs) => database.ping(timeoutMs) },
      { name: 'uploads', check: () => uploads.check() },
    ],
    metrics,
    metricsToken: config.metricsToken,
    metricsPort: config.metricsPort,
    host: config.host,
  })
  const credentials: Credentials = {
    findApiKey: keys.findApiKey,
    findClient: auth.findClient,
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
  const features = [
    integration,
    auth,
    keys,
    uploads,
    outlets,
    releases,
    catalog,
    plays,
    analytics,
    discovery,
    contact,
    health,
  ]
  for (const feature of features) feature.bind(http)
  const handlers: readonly JobHandler[] = [pruneIdempotency(database), ...uploads.jobs, ...releases.jobs, ...plays.jobs]

  await notifications.start()
  closing.add(() => notifications.close())
  await releases.start()
  auth.start()
  keys.start()
  closing.add(() => keys.close())
  await health.start()
  closing.add(() => health.close())
  closing.add(async () => integration.close())
  if (role !== 'api') {
    const runner = await startJobRunner({ database, handlers, concurrency: 2, log })
    closing.add(() => runner.stop())
    closing.add(() => analyser.close())
  }
  closing.add(async () => plays.close())
  closing.add(() => http.fastify.close())
  // Before the server closes: it would wait for running uploads, which may take hours.
  closing.add(() => uploads.close())
  const url = await listen(http, config)
  closing.add(async () => health.drain())
  log.info('hub.listening', { url, role })
  return {
    http,
    url,
    accounts,
    contact: contact.service,
    releases,
    reload: () => integration.reload(),
    close: () => closing.closeAll(),
  }
}

async function listen({ fastify }: Http, config: Config): Promise<string> {
  await fastify.listen({ host: config.host, port: config.port })
  const { port } = fastify.server.address() as AddressInfo
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}
