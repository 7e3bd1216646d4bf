import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config/config.ts'
import { accountQuotas, accountService } from './features/accounts/index.ts'
import { type ActivitySources, activityFeature } from './features/activity/index.ts'
import { analyticsFeature, summariseStreams } from './features/analytics/index.ts'
import {
  authFeature,
  type ClientMetadataNetwork,
  describeAuthorizationServer,
  openSigningKeys,
} from './features/auth/index.ts'
import { consoleFeature } from './features/console/index.ts'
import { contactFeature } from './features/contact/index.ts'
import { discoveryFeature } from './features/discovery/index.ts'
import { healthFeature, registerFigures } from './features/health/index.ts'
import { type IntegrationFeature, integrationFeature } from './features/integration/index.ts'
import { keysFeature } from './features/keys/index.ts'
import { liveFeature } from './features/live/index.ts'
import { mcpFeature } from './features/mcp/index.ts'
import { mediaAnalyser, previewMaker } from './features/media/index.ts'
import { operatorFeature } from './features/operator/index.ts'
import { type OutletAdapter, outletsFeature } from './features/outlets/index.ts'
import { auditTrail, peopleFeature } from './features/people/index.ts'
import { playsFeature } from './features/plays/index.ts'
import { previewsFeature } from './features/previews/index.ts'
import { type Releases, releasesFeature } from './features/releases/index.ts'
import { summaryFeature } from './features/summary/index.ts'
import { type Uploads, uploadsFeature } from './features/uploads/index.ts'
import { challengesFor } from './http/challenge.ts'
import type { Http } from './http/context.ts'
import { cursorCodec } from './http/cursor.ts'
import type { Feature } from './http/feature.ts'
import { idempotentRequests } from './http/idempotency/idempotency.ts'
import { pruneIdempotency } from './http/idempotency/prune.ts'
import { rateLimiter } from './http/rate-limit.ts'
import { requestObserver } from './http/request-observer.ts'
import { httpServer } from './http/server.ts'
import type { Blobs } from './platform/blobs/blobs.ts'
import { blobsFrom } from './platform/blobs/blobs-from-config.ts'
import { diskReserve } from './platform/blobs/disk-reserve.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { databaseNotifications } from './platform/database/notifications.ts'
import {
  joinDatabase,
  migrateDatabase,
  type OpenDatabase,
  type OpenOptions,
  openDatabase,
} from './platform/database/open.ts'
import { deferredMetrics } from './platform/deferred-metrics.ts'
import { deriveKey } from './platform/encryption.ts'
import { loadHubSecret } from './platform/hub-secret.ts'
import { idGenerator } from './platform/ids.ts'
import { type JobRunner, jobLanes, jobQueue, startJobRunner } from './platform/jobs/jobs.ts'
import { jsonLog, type Log, silentLog } from './platform/log.ts'
import { shutdownSequence } from './platform/shutdown.ts'

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
  /** How documents about programs are fetched. */
  readonly clientMetadata?: ClientMetadataNetwork
  readonly outsideProviderTimeoutMs?: number
}

export interface Hub extends Services {
  readonly http: Http
  readonly url: string
  /** Reads again what may change without a restart. */
  reload(): Promise<void>
  /**
   * The first half of a stop: /readyz says so, no job is taken any more, and everything else is served for as long as
   * balancers need to find out (`SPINDLE_DRAIN_SECONDS`).
   */
  drain(): Promise<void>
  /** Stops taking work, finishes what runs, closes everything. */
  close(): Promise<void>
}

/** What operators reach beside the API. */
type Services = Pick<Parts, 'accounts' | 'console' | 'releases' | 'plays' | 'signingKeys' | 'uploads'> & {
  readonly contact: Parts['contact']['service']
  readonly people: Parts['people']['service']
  readonly links: Parts['people']['links']
  readonly changePerson: Parts['people']['change']
  readonly clients: Parts['people']['clients']
  readonly registeredClients: Parts['auth']['registered']
}

export async function startHub(config: Config, role: Role = 'all', overrides: Overrides = {}): Promise<Hub> {
  const log = overrides.log ?? jsonLog(config.logLevel)
  const closing = shutdownSequence()
  try {
    const opened = overrides.openDatabase ?? (await openMigrated(openDatabase, config, log))
    closing.add(() => opened.close())
    const infrastructure = await openInfrastructure({
      config,
      log,
      opened,
      clock: overrides.clock ?? systemClock,
      blobs: overrides.blobs,
    })
    const { features, ...parts } = createFeatures(infrastructure, overrides, role)
    const http = bindFeatures(infrastructure, parts, role === 'worker' ? [parts.health] : features)
    await infrastructure.notifications.start()
    closing.add(() => infrastructure.notifications.close())
    for (const feature of features) {
      await feature.start?.()
      closing.add(async () => feature.close?.())
    }
    const listening = listen(http, config)
    // Once the server listens: what is asked for needs no worker, and their library takes the processor for a while.
    const starting = listening.then(
      () => (role === 'api' ? [] : startRunners(infrastructure, features)),
      () => [],
    )
    closing.add(() => http.fastify.close())
    // While the server still answers: it would wait for running uploads, which may take hours, and for agents' calls.
    closing.add(async () => {
      const stopping = starting.then((runners) => finishAll(runners.map(({ stop }) => stop())))
      await finishAll([stopping, ...features.map(async ({ drain }) => drain?.())])
    })
    const [url, runners] = await Promise.all([listening, starting])
    infrastructure.metrics.loadSoon()
    const drain = async (): Promise<void> => {
      log.info('hub.draining', { seconds: config.drainSeconds })
      parts.health.announceDrain()
      http.announceDrain()
      // Told to close once more, which waits for them and reports what fails.
      for (const { stop } of runners) void stop().catch(() => {})
      await sleep(config.drainSeconds * 1000)
      log.info('hub.drained')
    }
    log.info('hub.listening', { url, role })
    return { ...servicesOf(parts), http, url, reload: parts.integration.reload, drain, close: closing.run }
  } catch (error) {
    await closing.run()
    throw error
  }
}

/** Rejects with the first failure, once everything has ended. */
async function finishAll(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

/** The services alone, for operator commands: on the database of the hub, which may be running at the same time. */
export async function withServices<T>(config: Config, work: (services: Services) => Promise<T>): Promise<T> {
  const opened = await openMigrated(joinDatabase, { ...config, databasePool: 2 }, silentLog)
  try {
    const infrastructure = await openInfrastructure({ config, log: silentLog, opened, clock: systemClock })
    const parts = createFeatures(infrastructure, {}, 'operator')
    await Promise.all([parts.integration.learnProperties(), parts.outlets.learn()])
    return await work(servicesOf(parts))
  } finally {
    await opened.close()
  }
}

const servicesOf = ({
  auth,
  accounts,
  console,
  releases,
  plays,
  signingKeys,
  uploads,
  contact,
  people,
}: Parts): Services => ({
  accounts,
  console,
  releases,
  plays,
  signingKeys,
  uploads,
  contact: contact.service,
  people: people.service,
  links: people.links,
  changePerson: people.change,
  clients: people.clients,
  registeredClients: auth.registered,
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

type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>

interface InfrastructureParts {
  readonly opened: OpenDatabase
  readonly blobs?: Blobs | undefined
}

/** The parts that know nothing of music. */
async function openInfrastructure(base: Pick<Http, 'config' | 'log' | 'clock'> & InfrastructureParts) {
  const { config, log, opened, clock, blobs = blobsFrom(config) } = base
  return {
    ...base,
    blobs,
    diskReserve: diskReserve(blobs, { reserveBytes: config.diskReserveBytes, now: clock.now }),
    quotas: accountQuotas(config.quotas),
    database: opened.database,
    ids: idGenerator(clock),
    metrics: deferredMetrics(),
    secret: await loadHubSecret({ configured: config.secret, dataDir: config.dataDir }),
    notifications: databaseNotifications(opened.connection, log),
    challenges: challengesFor(config.publicUrl, {
      hasToolTokens: config.mcpGate !== undefined && config.authIssuer === undefined,
    }),
    rateLimiter: rateLimiter(clock),
    jobs: jobQueue(),
  }
}

type Parts = Omit<ReturnType<typeof createFeatures>, 'features'>

/** Every part by its name, and `features`: those that live, in the order they start in. */
function createFeatures(
  infrastructure: Infrastructure,
  { outletAdapters, clientMetadata, outsideProviderTimeoutMs }: Overrides,
  role: Role | 'operator',
) {
  const { config, database, clock, log } = infrastructure
  const integration = integrationFeature(infrastructure)
  const accounts = accountService(infrastructure)
  const audit = auditTrail(infrastructure)
  const outlets = createOutlets(infrastructure, { integration, role, adapters: outletAdapters })
  const releases = releasesFeature({ ...infrastructure, accounts, outlets })
  const analyser = mediaAnalyser({ log })
  // Uploads are made below.
  const mcp = mcpFeature({ ...infrastructure, signUpload: (...upload) => uploads.signUpload(...upload) })
  const uploads = uploadsFeature({
    ...infrastructure,
    analyser,
    tokenKey: deriveKey(infrastructure.secret, 'upload tokens'),
    isUploadInUse: releases.isUploadInUse,
    onUploadAnalysed: releases.onUploadAnalysed,
    // Made below: positions of the feed may be given a second time.
    onDatabaseRestored: () => plays.restartFeed('the database is older than the storage for uploads'),
  })
  const keys = keysFeature({ ...infrastructure, audit })
  const plays = playsFeature({ ...infrastructure, uploads })
  const previews = previewsFeature({ ...infrastructure, uploads, maker: previewMaker({ log }) })
  const contact = contactFeature(infrastructure)
  const people = peopleFeature({ ...infrastructure, accounts, audit, outsideProviderTimeoutMs })
  const auth = authFeature({ ...infrastructure, accounts, people, network: clientMetadata })
  const console = consoleFeature(infrastructure)
  const health = createHealth(infrastructure, uploads)
  const signingKeys = openSigningKeys(infrastructure)
  const features: readonly Feature[] = [
    releases,
    auth,
    keys,
    health,
    integration,
    analyser,
    uploads,
    previews,
    liveFeature(infrastructure),
    plays,
    outlets,
    analyticsFeature({ config, clock }),
    ...overviewFeatures({ releases, people, outlets }, clock),
    contact,
    people,
    operatorFeature({
      ...infrastructure,
      accounts,
      contact,
      integration,
      outlets,
      people,
      plays,
      previews,
      releases,
      signingKeys,
    }),
    console,
    discoveryFeature({ ...infrastructure, authorizationServer: describeAuthorizationServer(config), mcp }),
    ...(mcp ? [mcp] : []),
    { jobs: [pruneIdempotency(database)] },
  ]
  return {
    features,
    accounts,
    auth,
    console,
    contact,
    health,
    integration,
    keys,
    outlets,
    people,
    plays,
    releases,
    signingKeys,
    uploads,
  }
}

/** What several features say of an account, in one answer. */
const overviewFeatures = (sources: ActivitySources & { releases: Releases }, clock: Clock): readonly Feature[] => [
  summaryFeature({ ...sources, summariseStreams: (tenant) => summariseStreams(tenant, clock.now()) }),
  activityFeature(sources),
]

interface OutletParts {
  readonly integration: Pick<IntegrationFeature, 'properties'>
  readonly role: Role | 'operator'
  readonly adapters: Overrides['outletAdapters']
}

const createOutlets = (infrastructure: Infrastructure, { integration, role, adapters }: OutletParts) =>
  outletsFeature({
    ...infrastructure,
    follows: role === 'worker' || role === 'operator',
    properties: integration.properties,
    sandboxOutlet: infrastructure.config.sandboxOutlet,
    adapters,
  })

const createHealth = ({ config, database, metrics }: Infrastructure, uploads: Pick<Uploads, 'check'>) => {
  registerFigures({ metrics, system: database.system, pool: database.connections, dataDir: config.dataDir })
  return healthFeature({
    dependencies: [
      { name: 'database', isShared: true, check: (timeoutMs) => database.ping(timeoutMs) },
      { name: 'uploads', isShared: false, check: () => uploads.check() },
    ],
    metrics,
    metricsToken: config.metricsToken,
    metricsPort: config.metricsPort,
    host: config.host,
  })
}

function bindFeatures(infrastructure: Infrastructure, parts: Parts, answering: readonly Feature[]): Http {
  const { integration, auth, keys, people } = parts
  const http = httpServer({
    ...infrastructure,
    credentials: {
      findApiKey: keys.findApiKey,
      findClient: auth.findClient,
      findProperty: integration.findProperty,
      findSession: people.findSession,
      findMember: people.findMember,
    },
    cursors: cursorCodec(deriveKey(infrastructure.secret, 'cursors')),
    idempotency: idempotentRequests(infrastructure),
    rawHandlers: answering.includes(integration) ? integration.rawHandlers : [],
    observer: requestObserver(infrastructure),
  })
  for (const feature of answering) feature.bind?.(http)
  return http
}

/** One runner for each lane: what takes minutes never holds up what takes moments. */
const startRunners = ({ database, log, metrics }: Infrastructure, features: readonly Feature[]): Promise<JobRunner[]> =>
  Promise.all(
    jobLanes.map((lane) =>
      startJobRunner({
        database,
        handlers: features.flatMap(({ jobs = [] }) => jobs.filter((job) => (job.lane ?? 'quick') === lane)),
        concurrency: 2,
        log,
        metrics,
      }),
    ),
  )

async function listen({ fastify }: Http, config: Config): Promise<string> {
  await fastify.listen({ host: config.host, port: config.port })
  const { port } = fastify.server.address() as AddressInfo
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}
