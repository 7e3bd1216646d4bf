import { join } from 'node:path'
import type { Log } from '../../logging/log.ts'
import { findPackage, prepareBinaries } from './binaries.ts'
import { type Cluster, describeCluster, hasCluster } from './cluster.ts'
import type { BinarySource } from './copy-programs.ts'
import { loadCredentials } from './credentials.ts'
import { openDataDirectory, toDataDirectoryError } from './data-directory.ts'
import { holdLock } from './data-directory-lock.ts'
import { chooseLoopbackEndpoint, findSocketEndpoint } from './endpoint.ts'
import { initialiseCluster } from './initialise-cluster.ts'
import { keepRunning } from './keep-running.ts'
import { hubConnection, type Launch, launchServer } from './launch-server.ts'
import { openServerLog } from './server-log.ts'
import { isAddressTaken, type ServerProcess } from './server-process.ts'
import { usualMaxConnections } from './server-settings.ts'
import { findAccounts, requireOtherOwner } from './unprivileged-account.ts'
import type { ConnectionSettings } from './wait-until-ready.ts'

/**
 * Invariants: one supervisor per data directory (it holds the lock from before the first check until after the last
 * process has ended); the address does not change during its life, so that pools can reconnect; a server that ends is
 * restarted until `stop` is called.
 */

/** A running embedded server. */
export interface EmbeddedPostgres {
  /** Settings for node-postgres: host (socket directory or 127.0.0.1), port, user, password, database. */
  readonly connection: ConnectionSettings
  /** Fast shutdown; resolves when the server has ended and the data directory is free. Idempotent. */
  stop(): Promise<void>
}

/** The options of the embedded database. */
export interface EmbeddedPostgresOptions {
  /** Created if it is missing. */
  readonly dataDir: string
  readonly log: Log
  /** The folder of the programs, if not the installed npm package. */
  readonly binarySource?: BinarySource | undefined
  /** The maximum number of connections; 150 by default. */
  readonly maxConnections?: number | undefined
  /** More connections, if that number is smaller. */
  readonly leastConnections?: number | undefined
}

const maxLoopbackAttempts = 5

/**
 * Starts the PostgreSQL in the data directory, creating it on the first start, and keeps it running. Throws
 * DataDirectoryError if only the operator can help; then nothing is left running or locked.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = describeCluster(await openDataDirectory(options.dataDir))
  const lock = holdLock(cluster.dataDir, 'postgres.lock')
  try {
    const launch = await prepare(cluster, options)
    const running = await startSomewhere(launch).catch((error: unknown) => {
      launch.serverLog.close()
      throw error
    })
    return supervise(running, lock)
  } catch (error) {
    await lock.release()
    throw toDataDirectoryError(cluster.dataDir, error)
  }
}

type Preparation = Omit<Launch, 'endpoint'>

async function prepare(cluster: Cluster, options: EmbeddedPostgresOptions): Promise<Preparation> {
  const { log, binarySource, leastConnections = 0 } = options
  const maxConnections = Math.max(options.maxConnections ?? usualMaxConnections, leastConnections)
  const accounts = await findAccounts(cluster.dir)
  const binaries = await prepareBinaries(binarySource ?? defaultSource(cluster), accounts)
  const exists = await hasCluster(cluster, binaries.major)
  const credentials = await loadCredentials(cluster.dataDir, exists)
  if (exists) await requireOtherOwner(cluster.dir, accounts)
  if (!exists) {
    await initialiseCluster(cluster, binaries, credentials.superuser)
    log.info('postgres.initialised', { directory: cluster.dir, account: binaries.account?.name, major: binaries.major })
  }
  const serverLog = await openServerLog(join(cluster.dataDir, 'postgres.log'))
  return { cluster, binaries, credentials, maxConnections, serverLog, log }
}

/**
 * Root keeps one copy for all its data directories in a place that every account may enter; other users keep separate
 * ones.
 */
function defaultSource({ dataDir }: Cluster): BinarySource {
  const isRoot = process.getuid?.() === 0
  return { packageDir: findPackage(), copyParent: isRoot ? '/var/lib/spindle' : join(dataDir, 'programs') }
}

interface Running {
  readonly launch: Launch
  readonly server: ServerProcess
}

async function startSomewhere(preparation: Preparation): Promise<Running> {
  const never = new AbortController().signal
  const socket = findSocketEndpoint(preparation.cluster.dir)
  for (let attempt = socket === undefined ? 1 : 0; ; attempt++) {
    const endpoint = attempt === 0 && socket !== undefined ? socket : await chooseLoopbackEndpoint()
    const launch = { ...preparation, endpoint }
    try {
      return { launch, server: await launchServer(launch, never) }
    } catch (error) {
      // A file system without sockets, or a port that another process took a moment earlier.
      if (attempt >= maxLoopbackAttempts || !(await isAddressTaken(launch))) throw error
      launch.log.info('postgres.address_in_use', { endpoint: endpoint.kind, port: endpoint.port })
    }
  }
}

function supervise({ launch, server }: Running, lock: { release(): Promise<void> }): EmbeddedPostgres {
  const { log, endpoint, credentials, serverLog } = launch
  log.info('postgres.started', { pid: server.pid, endpoint: endpoint.kind, port: endpoint.port })
  const keeper = keepRunning(server, { launch: (signal) => launchServer(launch, signal), log })
  let stopping: Promise<void> | undefined
  const stop = async () => {
    try {
      await keeper.stop()
    } finally {
      serverLog.close()
      await lock.release()
    }
    log.info('postgres.stopped')
  }
  return {
    connection: hubConnection(endpoint, credentials),
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}
