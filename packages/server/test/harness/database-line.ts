import type { AddressInfo } from 'node:net'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import type { OpenDatabase } from '../../src/platform/open-database.ts'

/** Connections to a database that tests can interrupt, or that lead to another address. */

/** The address of a PostgreSQL, which may be a socket. */
export function targetOf({ host = 'localhost', port = 5432 }: OpenDatabase['connection']): NetConnectOpts {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** A port of this machine that forwards to it; any free one, unless it is given. */
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
