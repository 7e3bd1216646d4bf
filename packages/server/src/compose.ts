import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { accountService } from './features/accounts/index.ts'
import { analyticsFeature } from './features/analytics/index.ts'
import { authFeature, authorizationServerFacts, openSigningKeys } from './features/auth/index.ts'
import { catalogFeature } from './features/catalog/index.ts'
import { contactFeature } from './features/contact/index.ts'
import { discoveryFeature } from './features/discovery/index.ts'
import { healthFeature } from './features/health/index.ts'
import { integrationFeature } from './features/integration/index.ts'
import { keysFeature } from './features/keys/index.ts'
import { mcpFeature } from './features/mcp/index.ts'
import { mediaAnalyser, mediaRules } from './features/media/index.ts'
import { type OutletAdapter, outletsFeature } from './features/outlets/index.ts'
import { playsFeature } from './features/plays/index.ts'
import { releasesFeature, searchQueryOf } from './features/releases/index.ts'
import { uploadsFeature } from './features/uploads/index.ts'
import { createChallenges } from './http/challenge.ts'
import type { Http } from './http/context.ts'
import { createCursors } from './http/cursor.ts'
import { createIdempotency } from './http/idempotency/idempotency.ts'
import { pruneIdempotency } from './http/idempotency/prune.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { createRequestObserver } from './http/request-observer.ts'
import { createHttp } from './http/server.ts'
import type { Blobs } from './platform/blobs/blobs.ts'
import { createDiskBlobs } from './platform/blobs/disk/disk-blobs.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Closing, createClosing } from './platform/closing.ts'
import { createNotifications } from './platform/database/listener.ts'
import {
  joinDatabase,
  migrateDatabase,
  type OpenDatabase,
  type OpenOptions,
  openDatabase,
} from './platform/database/open.ts'
import { loadHubSecret } from './platform/hub-secret.ts'
import { createIds } from './platform/ids.ts'
import { createJobs, startJobRunner } from './platform/jobs/jobs.ts'
import { createLog, type Log, silentLog } from './platform/log.ts'
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
  readonly blobs?: Blobs
}

export interface Hub extends Services {
  readonly http: Http
  readonly url: string
  /** Reads again what may change without a restart. */
  reload(): Promise<void>
  /** Stops taking work, finishes what runs, closes everything. */
  close(): Promise<void>
}

/** What operators reach beside the API. */
type Services = Pick<Features, 'accounts' | 'releases' | 'plays' | 'signingKeys'> & {
  readonly contact: Features['contact']['service']
}

export async function startHub(config: Config, role: Role = 'all', overrides: Overrides = {}): Promise<Hub> {
  const log = overrides.log ?? createLog(config.logLevel)
  const closing = createClosing()
  try {
    const opened = overrides.openDatabase ?? (await openMigrated(openDatabase, config, log))
    closing.add(() => opened.close())
    const machinery = await createMachinery({ config, log, opened, clock: overrides.clock ?? systemClock })
    const features = createFeatures(machinery, overrides)
    const http = bindFeatures(machinery, features, role)
    await startFeatures(machinery, features, { role, closing })
    closing.add(() => http.fastify.close())
    // Before the server closes: it would wait for running uploads, which may take hours.
    closing.add(() => features.uploads.close())
    // And while the API still answers it.
    closing.add(async () => features.mcp?.close())
    const url = await listen(http, config)
    closing.add(async () => features.health.drain())
    log.info('hub.listening', { url, role })
    return { ...servicesOf(features), http, url, reload: features.integration.reload, close: closing.closeAll }
  } catch (error) {
    await closing.closeAll()
    throw error
  }
}

/** The services alone, for operator commands: on the database of the hub, which may be running at the same time. */
export async function withServices<T>(config: Config, work: (services: Services) => Promise<T>): Promise<T> {
  const opened = await openMigrated(joinDatabase, { ...config, databasePool: 2 }, silentLog)
  try {
    const machinery = await createMachinery({ config, log: silentLog, opened, clock: systemClock })
    const features = createFeatures(machinery, {})
    try {
      return await work(servicesOf(features))
    } finally {
      features.integration.close()
      await features.analyser.close()
    }
  } finally {
    await opened.close()
  }
}

const servicesOf = ({ accounts, releases, plays, signingKeys, contact }: Features): Services => ({
  accounts,
  releases,
  plays,
  signingKeys,
  contact: contact.service,
})

async function openMigrated(
  open: (options: OpenOptions) => Promise<OpenDatabase>,
  { dataDir, databaseUrl, databasePool }: Config,
  log: Log,
): Promise<OpenDatabase> {
  const opened = await open({ dataDir, databaseUrl, maxConnections: databasePool, log })
  try {
    const applied = await migrateDatabase(opened)
    if (applied.length > 0) log.info('database.migrated', { applied })
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

type Machinery = Awaited<ReturnType<typeof createMachinery>>

/** The parts that know nothing of music. */
async function createMachinery(base: Pick<Http, 'config' | 'log' | 'clock'> & { readonly opened: OpenDatabase }) {
  const { config, log, opened, clock } = base
  return {
    ...base,
    database: opened.database,
    ids: createIds(clock),
    metrics: createMetrics(),
    secret: await loadHubSecret({ configured: config.secret, dataDir: config.dataDir }),
    notifications: createNotifications(opened.connection, log),
    challenges: createChallenges(config.publicUrl),
    rateLimiter: createRateLimiter(clock),
    jobs: createJobs(),
  }
}

type Features = ReturnType<typeof createFeatures>

function createFeatures(machinery: Machinery, { outletAdapters, blobs }: Overrides) {
  const { config, database, clock, log, metrics } = machinery
  const integration = integrationFeature(machinery)
  const accounts = accountService(machinery)
  const outlets = outletsFeature({
    properties: integration.properties,
    sandboxOutlet: config.sandboxOutlet,
    adapters: outletAdapters,
  })
  const releases = releasesFeature({ ...machinery, outlets, uploadRules: mediaRules })
  const analyser = mediaAnalyser({ log })
  const mcp = mcpFeature(machinery)
  const uploads = uploadsFeature({
    ...machinery,
    blobs: blobs ?? createDiskBlobs(join(config.dataDir, 'uploads')),
    analyser,
    isUploadInUse: releases.isUploadInUse,
    onUploadAnalysed: releases.onUploadAnalysed,
  })
  return {
    integration,
    accounts,
    auth: authFeature({ ...machinery, accounts }),
    signingKeys: openSigningKeys(machinery),
    keys: keysFeature(machinery),
    outlets,
    releases,
    analyser,
    uploads,
    plays: playsFeature({ ...machinery, uploads }),
    catalog: catalogFeature({ searchQueryOf }),
    analytics: analyticsFeature({ config, clock }),
    contact: contactFeature(machinery),
    mcp,
    discovery: discoveryFeature({ ...machinery, authorizationServer: authorizationServerFacts(config), mcp }),
    health: healthFeature({
      dependencies: [
        { name: 'database', check: (timeoutMs) => database.ping(timeoutMs) },
        { name: 'uploads', check: () => uploads.check() },
      ],
      metrics,
      metricsToken: config.metricsToken,
      metricsPort: config.metricsPort,
      host: config.host,
    }),
  }
}

/** A worker answers nothing but its health. */
function bindFeatures(machinery: Machinery, features: Features, role: Role): Http {
  const { integration, auth, keys, uploads, outlets, releases, catalog, plays, analytics, health } = features
  const { contact, discovery, mcp } = features
  const http = createHttp({
    ...machinery,
    credentials: {
      findApiKey: keys.findApiKey,
      findClient: auth.findClient,
      findProperty: integration.findProperty,
    },
    cursors: createCursors(deriveKey(machinery.secret, 'cursors')),
    idempotency: createIdempotency(machinery.secret),
    frontDoors: role === 'worker' ? [] : integration.frontDoors,
    observer: createRequestObserver(machinery),
  })
  const answering = [integration, auth, keys, uploads, outlets, releases, catalog, plays, analytics, contact, discovery]
  for (const feature of role === 'worker' ? [health] : [...answering, mcp, health]) feature?.bind(http)
  return http
}

async function startFeatures(
  { database, notifications, log }: Machinery,
  features: Features,
  { role, closing }: { readonly role: Role; readonly closing: Closing },
): Promise<void> {
  const { integration, auth, keys, uploads, releases, plays, analyser, health } = features
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
    const quick = [pruneIdempotency(database), ...releases.jobs, ...plays.jobs]
    // Looking into large files takes minutes; deliveries and plays do not wait behind that.
    for (const handlers of [uploads.jobs, quick]) {
      const runner = await startJobRunner({ database, handlers, concurrency: 2, log })
      closing.add(() => runner.stop())
    }
    closing.add(() => analyser.close())
  }
  closing.add(async () => plays.close())
}

async function listen({ fastify }: Http, config: Config): Promise<string> {
  await fastify.listen({ host: config.host, port: config.port })
  const { port } = fastify.server.address() as AddressInfo
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}
