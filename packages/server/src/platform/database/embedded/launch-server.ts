import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../logging/log.ts'
import { type Credentials, credentialsFileName } from './credentials.ts'
import { DataDirectoryError, findErrno, useOwnDatabase } from './data-directory-error.ts'
import { endpointHost } from './endpoint.ts'
import { describeFailure, type ServerPlan, type ServerProcess, spawnServer } from './server-process.ts'
import type { Endpoint } from './server-settings.ts'
import { setUpDatabase } from './set-up-database.ts'
import { stopStaleProcesses } from './stale-processes.ts'
import { type ConnectionSettings, verifyServer, waitUntilReady } from './wait-until-ready.ts'

/** One start of the server, from whatever the last one left to a server that was checked to be safe. */

const slowStartMs = 5_000
const endingMs = 200
const wrongPassword = '28P01'

/** What starting a server needs. */
export interface Launch extends ServerPlan {
  readonly credentials: Credentials
  readonly log: Log
}

/** How the hub connects: as its separate user, which is not a superuser. */
export function hubConnection(endpoint: Endpoint, { hub }: Credentials): ConnectionSettings {
  return { host: endpointHost(endpoint), port: endpoint.port, ...hub }
}

/** Resolves when the hub can connect. After a failure or when `signal` fires, no server is left running. */
export async function launchServer(launch: Launch, signal: AbortSignal): Promise<ServerProcess> {
  const stalePid = await stopStaleProcesses(launch.cluster, launch.log)
  const server = await spawnServer(launch, stalePid)
  try {
    await makeReady(launch, server, signal)
    return server
  } catch (error) {
    // The server's error is the better one. Before it ended, another server on the same port may have answered.
    if (!signal.aborted) await Promise.race([server.exited, sleep(endingMs)])
    const failure = server.hasExited() ? await describeFailure(launch, await server.exited) : error
    await server.stop()
    throw toOperatorError(failure, launch)
  }
}

async function makeReady(launch: Launch, server: ServerProcess, signal: AbortSignal): Promise<void> {
  const { endpoint, credentials, cluster } = launch
  const hub = hubConnection(endpoint, credentials)
  const slow = setTimeout(() => launch.log.warn('postgres.slow_start', { directory: cluster.dir }), slowStartMs)
  const waiting = { hasExited: server.hasExited, signal }
  try {
    if ((await waitUntilReady(hub, waiting)) === 'not_set_up') {
      await setUpDatabase({ ...hub, ...credentials.superuser, database: 'postgres' }, credentials)
      launch.log.info('postgres.database_created', { role: hub.user, database: hub.database })
      if ((await waitUntilReady(hub, waiting)) === 'not_set_up') throw new Error('the role of the hub cannot connect')
    }
    if (server.hasExited()) throw new Error('the server ended')
    await verifyServer(hub, cluster.name)
  } finally {
    clearTimeout(slow)
  }
}

/** Translates an error of connecting: at this point the server itself runs. */
function toOperatorError(failure: unknown, { cluster, serverLog }: Launch): unknown {
  if (failure instanceof DataDirectoryError || (failure instanceof Error && failure.name === 'AbortError'))
    return failure
  if (findErrno(failure) === wrongPassword) {
    return new DataDirectoryError('credentials_missing', {
      message: `The passwords in ${join(cluster.dataDir, credentialsFileName)} do not belong to the database next to it`,
      fix: 'restore the file from a backup of this database',
      cause: failure,
    })
  }
  const reason = failure instanceof Error ? failure.message : String(failure)
  return new DataDirectoryError('postgres_failed', {
    message: `PostgreSQL runs in ${cluster.dir} but the hub cannot use it: ${reason}`,
    fix: `read ${serverLog.path}, or ${useOwnDatabase}`,
    cause: failure,
  })
}
