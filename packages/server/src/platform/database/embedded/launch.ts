/** One start of the server, from whatever the last one left behind to a server that was seen to be safe. */
import type { Credentials } from './credentials.ts'
import { DataDirectoryError, findErrno, useOwnDatabase } from './data-directory-error.ts'
import { endpointHost } from './endpoint.ts'
import { clearLeftovers } from './leftovers.ts'
import { type ConnectionSettings, verifyServer, waitUntilReady } from './readiness.ts'
import { describeFailure, type ServerPlan, type ServerProcess, spawnServer } from './server-process.ts'
import { setUpDatabase } from './set-up.ts'
import type { Endpoint } from './settings.ts'

export type Log = (event: string, fields?: Record<string, unknown>) => void

export interface Launch extends ServerPlan {
  readonly credentials: Credentials
  readonly log: Log
}

export function hubConnection(endpoint: Endpoint, { hub }: Credentials): ConnectionSettings {
  return { host: endpointHost(endpoint), port: endpoint.port, ...hub }
}

/** Resolves when the hub can connect; on any failure, and when `signal` fires, no server is left running. */
export async function launchServer(launch: Launch, signal: AbortSignal): Promise<ServerProcess> {
  const stalePid = await clearLeftovers(launch.cluster, launch.log)
  const server = await spawnServer(launch, stalePid)
  try {
    await makeReady(launch, server, signal)
    return server
  } catch (error) {
    const failure = server.hasExited() ? await describeFailure(launch) : error
    await server.stop()
    throw toOperatorError(failure)
  }
}

async function makeReady(launch: Launch, server: ServerProcess, signal: AbortSignal): Promise<void> {
  const { endpoint, credentials, cluster } = launch
  const hub = hubConnection(endpoint, credentials)
  const waiting = { hasExited: server.hasExited, signal }
  if ((await waitUntilReady(hub, waiting)) === 'not_set_up') {
    const superuser = { ...hub, ...credentials.superuser, database: 'postgres' }
    await setUpDatabase(superuser, credentials)
    launch.log('postgres_set_up', { role: hub.user, database: hub.database })
    if ((await waitUntilReady(hub, waiting)) === 'not_set_up') throw new Error('the role of the hub cannot connect')
  }
  if (server.hasExited()) throw new Error('PostgreSQL ended')
  await verifyServer(hub, cluster.name)
}

function toOperatorError(failure: unknown): unknown {
  if (failure instanceof DataDirectoryError || (failure instanceof Error && failure.name === 'AbortError'))
    return failure
  return new DataDirectoryError('postgres_failed', {
    message: `PostgreSQL runs but the hub cannot use it: ${findErrno(failure) ?? ''} ${failure instanceof Error ? failure.message : ''}`,
    fix: `read postgres.log in the data directory, or ${useOwnDatabase}`,
    cause: failure,
  })
}
