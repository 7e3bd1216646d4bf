// long: the one file that wires every part to what it needs; a part of it elsewhere would hide an order that counts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config/config.ts'
import { accountService, accountSuspensions } from './features/accounts/index.ts'
import { type ActivitySources, activityFeature } from './features/activity/index.ts'
import { analyticsFeature, summariseStreams } from './features/analytics/index.ts'
import { authFeature, connectionService, describeAuthorizationServer, openSigningKeys } from './features/auth/index.ts'
import { backupsFeature } from './features/backups/index.ts'
import { consoleFeature } from './features/console/index.ts'
import { contactFeature } from './features/contact/index.ts'
import { discoveryFeature } from './features/discovery/index.ts'
import { dropsFeature } from './features/drops/index.ts'
import { dependenciesOf, healthFeature, registerFigures } from './features/health/index.ts'
import {
  type Accepted,
  claimSecrets,
  compareSecrets,
  identityCommands,
  joinHub,
  noteBelongings,
  openForStart,
  withKnownUrl,
} from './features/hub-identity/index.ts'
import { type ImportsOptions, importsFeature } from './features/imports/index.ts'
import { type IntegrationFeature, integrationFeature } from './features/integration/index.ts'
import { type ConvertCover, interchangeFeature, storeOutlets } from './features/interchange/index.ts'
import { keysFeature } from './features/keys/index.ts'
import { liveFeature } from './features/live/index.ts'
import { mcpFeature } from './features/mcp/index.ts'
import { mediaAnalyser, previewMaker } from './features/media/index.ts'
import { type NodesOptions, nodesFeature } from './features/nodes/index.ts'
import { operatorFeature } from './features/operator/index.ts'
import { type OutletsFeature, outletsFeature } from './features/outlets/index.ts'
import { auditTrail, peopleFeature } from './features/people/index.ts'
import { playsFeature } from './features/plays/index.ts'
import { keptForExports, portabilityFeature } from './features/portability/index.ts'
import { type Previews, previewsFeature } from './features/previews/index.ts'
import { type Releases, releasesFeature } from './features/releases/index.ts'
import { reportsFeature } from './features/reports/index.ts'
import { summaryFeature } from './features/summary/index.ts'
import { type UploadContent, type Uploads, uploadsFeature } from './features/uploads/index.ts'
import { webhooksFeature } from './features/webhooks/index.ts'
import type { Http } from './http/context.ts'
import { cursorCodec } from './http/cursor.ts'
import type { Feature } from './http/feature.ts'
import { idempotentRequests } from './http/idempotency/idempotency.ts'
import { forgetAnswers, pruneIdempotency } from './http/idempotency/prune.ts'
import { listen } from './http/listen.ts'
import { requestObserver } from './http/request-observer.ts'
import { httpServer } from './http/server.ts'
import { shareCounts } from './http/share-counts.ts'
import { type Infrastructure, openInfrastructure } from './infrastructure.ts'
import type { Overrides } from './overrides.ts'
import { clocksFrom } from './platform/database/database-clock.ts'
import { openMigrated } from './platform/database/open.ts'
import { deriveKeys } from './platform/encryption.ts'
import { startJobRunners } from './platform/jobs/jobs.ts'
import { jsonLog, silentLog } from './platform/log.ts'
import { finishAll, shutdownSequence } from './platform/shutdown.ts'
import { openTracing } from './platform/tracing/tracing.ts'
import { warmUp } from './platform/warm-up.ts'

/** The only wiring: builds every part from the configuration and hands each what it needs. */

export type { Overrides } from './overrides.ts'

export type Role = 'api' | 'worker' | 'all'

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
   * The first half of a stop: /readyz says so, no job is taken any more, and everything else is served for as long as
   * balancers need to find out (`SPINDLE_DRAIN_SECONDS`).
   */
  drain(): Promise<void>
  /** Stops taking work, finishes what runs, closes everything. */
  close(): Promise<void>
}

/** What operators reach beside the API. */
type Services = Omit<Parts, 'auth' | 'contact' | 'health' | 'integration' | 'keys' | 'people'> & {
  readonly contact: Parts['contact']['service']
  readonly people: Parts['people']['service']
  readonly links: Parts['people']['links']
  readonly changePerson: Parts['people']['change']
  readonly clients: Parts['people']['clients']
  readonly changeAccount: Parts['people']['changeAccount']
  readonly registeredClients: Parts['auth']['registered']
}

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
    const created = createParts(infrastructure, overrides, role)
    const { parts } = created
    await noteBelongings({ system: opened.database.system, config }, infrastructure.secrets, parts.sealed)
    const features = listFeatures(infrastructure, created)
    const http = bindFeatures(infrastructure, parts, role === 'worker' ? [parts.health] : features)
    await infrastructure.notifications.start()
    closing.add(() => infrastructure.notifications.close())
    for (const feature of features) {
      await feature.start?.()
      closing.add(async () => feature.close?.())
    }
    const listening = listen(http, config)
    // Once the server listens: what is asked for needs no worker, and their library takes the processor for a while.
    const jobs = features.flatMap((feature) => feature.jobs ?? [])
    const starting = listening.then(
      () => (role === 'api' ? [] : startJobRunners({ ...infrastructure, pollMs: overrides.jobPollMs }, jobs)),
      () => [],
    )
    // Whoever asks a node of both roles wants requests answered.
    const announced = parts.health.announceStarted(role === 'worker' ? starting : listening)
    closing.add(() => http.fastify.close())
    closing.add(async () => http.warmUp.stop())
    // While the server still answers: it would wait for running uploads, which may take hours, and for agents' calls.
    closing.add(async () => {
      const stopping = starting.then((runners) => finishAll(runners.map(({ stop }) => stop())))
      await finishAll([stopping, ...features.map(async ({ drain }) => drain?.())])
    })
    // Before anything is refused: a balancer that asks no node sends requests until nothing listens.
    closing.add(() => http.draining.stopListening())
    const [url, runners] = await Promise.all([listening, starting, announced])
    void http.warmUp.begin()
    // Told to close once more, which waits for them and reports what fails.
    const stopJobs = (): void => {
      for (const { stop } of runners) void stop().catch(() => {})
    }
    parts.nodes.onClockWrong(stopJobs)
    const drain = async (): Promise<void> => {
      log.info('hub.draining', { seconds: config.drainSeconds })
      parts.health.announceDrain()
      http.draining.announce()
      stopJobs()
      await sleep(config.drainSeconds * 1000)
      log.info('hub.drained')
    }
    log.info('hub.listening', { url, role })
    const reload = async (): Promise<void> => {
      await Promise.all([parts.integration.reload(), parts.webhooks.reload()])
    }
    return { ...servicesOf(parts), http, url, reload, drain, close: closing.run }
  } catch (error) {
    await closing.run()
    throw error
  }
}

export interface CommandOptions {
  /** What the command changes, and so does not compare. */
  readonly accepted?: ReadonlySet<Accepted>
  readonly migrates?: boolean
}

/** The services alone, for operator commands beside a hub that may run. Throws ConfigError where there is none, or another one. */
export async function withServices<T>(
  given: Config,
  work: (services: Services) => Promise<T>,
  { accepted = new Set(), migrates = true }: CommandOptions = {},
): Promise<T> {
  const opened = await openMigrated((options) => joinHub(given, options, accepted), {
    ...given,
    migrates,
    maxConnections: 2,
    log: silentLog,
  })
  try {
    const infrastructure = await openInfrastructure({
      config: await withKnownUrl(opened.database.system, given),
      log: silentLog,
      opened,
      ...clocksFrom({}),
      openSecrets: (belongings) => compareSecrets(belongings, accepted),
    })
    const { parts } = createParts(infrastructure, {}, 'operator')
    await Promise.all([parts.integration.learnProperties(), parts.outlets.learn()])
    return await work(servicesOf(parts))
  } finally {
    await opened.close()
  }
}

const servicesOf = ({ auth, contact, people, ...parts }: Parts): Services => ({
  ...parts,
  contact: contact.service,
  people: people.service,
  links: people.links,
  changePerson: people.change,
  changeAccount: people.changeAccount,
  clients: people.clients,
  registeredClients: auth.registered,
})

type Created = ReturnType<typeof createParts>
type Parts = Created['parts']

/** Every part by its name, and those that only features use. */
function createParts(infrastructure: Infrastructure, overrides: Overrides, role: Role | 'operator') {
  const { config, log } = infrastructure
  const { clientMetadata, outsideProviderTimeoutMs, webhooks: sending, hostname: host } = overrides
  const integration = integrationFeature(infrastructure)
  const accounts = accountService(infrastructure)
  const audit = auditTrail(infrastructure)
  // Uploads and previews are made below.
  const outlets = createOutlets(infrastructure, { integration, role, overrides, previews: () => previews })
  const readUpload: UploadContent['read'] = (...range) => uploads.content.read(...range)
  const releases = releasesFeature({ ...infrastructure, accounts, outlets, readUpload })
  const analyser = overrides.analyser ?? mediaAnalyser({ log })
  const mcp = mcpFeature({ ...infrastructure, signUpload: (...upload) => uploads.signUpload(...upload) })
  const uploads = uploadsFeature({
    ...infrastructure,
    analyser,
    tokenKeys: deriveKeys(infrastructure.secrets, 'upload tokens'),
    ...keptForExports(releases),
    onUploadAnalysed: releases.onUploadAnalysed,
    // Made below: positions of the feed may be given a second time.
    onDatabaseRestored: () => plays.restartFeed('the database is older than the storage for uploads'),
  })
  const keys = keysFeature({ ...infrastructure, audit })
  const plays = playsFeature({ ...infrastructure, uploads })
  const previews: Previews = previewsFeature({ ...infrastructure, uploads, maker: previewMaker({ log }) })
  const live = liveFeature(infrastructure)
  const webhooks = webhooksFeature({ ...infrastructure, accounts, audit, sending, servesRequests: role !== 'worker' })
  const connections = connectionService({ ...infrastructure, audit })
  const people = peopleFeature({
    ...infrastructure,
    accounts,
    audit,
    live,
    outsideProviderTimeoutMs,
    keys: keys.byMaker,
    webhooks: webhooks.byMaker,
    programs: connections,
  })
  const signingKeys = openSigningKeys(infrastructure)
  const auth = authFeature({ ...infrastructure, accounts, people, connections, signingKeys, network: clientMetadata })
  const { nodes, health } = createHealth(infrastructure, { uploads, role, host, properties: integration.ownProperties })
  const intake = createIntake(infrastructure, { releases, uploads, children: overrides.readers })
  const parts = {
    accounts,
    auth,
    backups: backupsFeature({ ...infrastructure, onRestoreFinished: webhooks.resume }),
    console: consoleFeature(infrastructure),
    contact: contactFeature(infrastructure),
    ...intake,
    health,
    identity: identityCommands(infrastructure),
    integration,
    keys,
    nodes,
    outlets,
    people,
    plays,
    portability: portabilityFeature({ ...infrastructure, uploads, audit }),
    releases,
    reports: reportsFeature({
      ...infrastructure,
      withLocalFiles: uploads.content.withLocalFiles,
      children: overrides.readers,
    }),
    sender: config.sender,
    forgetAnswers: () => forgetAnswers(infrastructure.database),
    sealed: [signingKeys.sealed, webhooks.sealed, outlets.sealed, intake.drops.sealed],
    signingKeys,
    uploads,
    webhooks,
  }
  return { parts, inner: { analyser, intake, live, mcp, previews } }
}

/** The parts that live, in the order they start in. */
function listFeatures(infrastructure: Infrastructure, { parts, inner }: Created): readonly Feature[] {
  const { config, database } = infrastructure
  const { nodes, outlets, people, releases, signingKeys } = parts
  const { analyser, intake, live, mcp, previews } = inner
  return [
    nodes,
    releases,
    parts.auth,
    parts.keys,
    parts.health,
    parts.integration,
    analyser,
    parts.uploads,
    parts.backups,
    parts.portability,
    previews,
    live,
    parts.webhooks,
    parts.plays,
    parts.reports,
    outlets,
    ...overviewFeatures({ releases, people, outlets }, infrastructure),
    interchangeFeature({ ...infrastructure, releases, outlets, sender: config.sender, previews, signingKeys }),
    ...Object.values(intake),
    parts.contact,
    people,
    operatorFeature({ ...infrastructure, ...parts, previews }),
    parts.console,
    discoveryFeature({ ...infrastructure, authorizationServer: describeAuthorizationServer(config), mcp }),
    ...(mcp ? [mcp] : []),
    { jobs: [pruneIdempotency(database)] },
    shareCounts({ ...infrastructure, hasOthers: nodes.hasOthersAnswering }),
  ]
}

interface IntakeParts extends Pick<ImportsOptions, 'children'> {
  readonly releases: Releases
  readonly uploads: Uploads
}

/** By which releases of others come in. */
function createIntake(infrastructure: Infrastructure, { releases, uploads, children }: IntakeParts) {
  const imports = importsFeature({ ...infrastructure, releases, children, readUpload: uploads.content.read })
  return { imports, drops: dropsFeature({ ...infrastructure, imports, uploads, sender: infrastructure.config.sender }) }
}

type OverviewSources = ActivitySources & { readonly releases: Releases }

/** What others keep of an account: its numbers, all of it at a glance, and what happened. */
const overviewFeatures = (sources: OverviewSources, { config, clock, reads }: Infrastructure): readonly Feature[] => [
  analyticsFeature({ config, clock, reads }),
  summaryFeature({ ...sources, summariseStreams: (tenant) => summariseStreams(tenant, clock.now()) }),
  activityFeature(sources),
]

interface OutletParts {
  readonly integration: Pick<IntegrationFeature, 'properties'>
  readonly role: Role | 'operator'
  readonly overrides: Pick<Overrides, 'outletAdapters'>
  /** Made later than outlets. */
  readonly previews: () => Pick<Previews, 'openCoverJpeg'>
}

function createOutlets(
  infrastructure: Infrastructure,
  { integration, role, overrides: { outletAdapters = [] }, previews }: OutletParts,
): OutletsFeature {
  const { config } = infrastructure
  const convertCover: ConvertCover = (...cover) => previews().openCoverJpeg(...cover)
  const outlets: OutletsFeature = outletsFeature({
    ...infrastructure,
    follows: role === 'worker' || role === 'operator',
    properties: integration.properties,
    sandboxOutlet: config.sandboxOutlet,
    // They ask of it what only it knows, once it is there.
    adapters: [
      ...storeOutlets({ ...infrastructure, sender: config.sender, convertCover, outlets: () => outlets }),
      ...outletAdapters,
    ],
  })
  return outlets
}

interface Checked extends Pick<NodesOptions, 'role' | 'host' | 'properties'> {
  readonly uploads: Pick<Uploads, 'check'>
}

/** How this process is, for machines and for the other processes. */
function createHealth(infrastructure: Infrastructure, { uploads, ...node }: Checked) {
  const { config, database, clock } = infrastructure
  const nodes = nodesFeature({ ...infrastructure, ...node })
  registerFigures({ ...infrastructure, system: database.system, pool: database.connections, dataDir: config.dataDir })
  const dependencies = dependenciesOf({ ...infrastructure, uploads, nodes })
  return { nodes, health: healthFeature({ ...infrastructure, dependencies, now: clock.now }) }
}

function bindFeatures(infrastructure: Infrastructure, parts: Parts, answering: readonly Feature[]): Http {
  const { integration, auth, keys, people } = parts
  const http = httpServer({
    ...infrastructure,
    warmUp: warmUp(),
    credentials: {
      findApiKey: keys.findApiKey,
      listLiveKeys: keys.listLiveKeys,
      listLiveSessions: people.listLiveSessions,
      findClient: auth.findClient,
      findProperty: integration.findProperty,
      findSession: people.findSession,
      findMember: people.findMember,
      isSuspended: accountSuspensions(infrastructure).isSuspended,
    },
    cursors: cursorCodec(deriveKeys(infrastructure.secrets, 'cursors')),
    idempotency: idempotentRequests(infrastructure),
    rawHandlers: answering.includes(integration) ? integration.rawHandlers : [],
    observer: requestObserver(infrastructure),
    onUnavailable: parts.health.noteFailure,
  })
  http.warmUp.add(infrastructure.metrics.load)
  for (const feature of answering) feature.bind?.(http)
  return http
}
