import type { AddressInfo } from 'node:net'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import type { OpenDatabase } from '../../src/platform/database/open.ts'
import { connectPostgres } from '../../src/platform/database/postgres.ts'
import { silentLog } from '../../src/platform/log.ts'
import { createTestDatabase } from './hub.ts'

/** A database behind a line that can be cut, or made to swallow notifications while it looks alive. */
export interface FragileDatabase extends OpenDatabase {
  /** The database itself, past the line. */
  readonly direct: OpenDatabase
  /** Ends every connection and refuses new ones. */
  cut(): void
  restore(): void
  /** From now on nothing the server says reaches the connections that listen for notifications. */
  muteNotifications(): void
}

export async function createFragileDatabase(): Promise<FragileDatabase> {
  const direct = await createTestDatabase()
  const line = await openLine(targetOf(direct.connection))
  const connection = { ...direct.connection, host: '127.0.0.1', port: line.port }
  const database = connectPostgres({ connection, maxConnections: 5, log: silentLog })
  return {
    database,
    connection,
    direct,
    ...line,
    async close() {
      line.restore()
      await database.close()
      await line.close()
      await direct.close()
    },
  }
}

/** Where a PostgreSQL listens, also behind a socket. */
export function targetOf({ host = 'localhost', port = 5432 }: OpenDatabase['connection']): NetConnectOpts {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** A port of this machine that leads there; any free one, unless it is given. */
export async function openLine(target: NetConnectOpts, at = { host: '127.0.0.1', port: 0 }) {
  const sockets = new Set<Socket>()
  let isCut = false
  let isMuted = false
  const server = createServer((client) => {
    if (isCut) return client.destroy()
    const upstream = connect(target)
    let listens = false
    // The start-up message names the application in clear text.
    client.once('data', (chunk) => {
      listens = chunk.includes('spindle-notifications')
    })
    client.on('data', (chunk) => upstream.write(chunk))
    upstream.on('data', (chunk) => !(listens && isMuted) && client.write(chunk))
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(at, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    restore: () => {
      isCut = false
    },
    muteNotifications: () => {
      isMuted = true
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
