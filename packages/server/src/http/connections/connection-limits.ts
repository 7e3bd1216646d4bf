import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { toNetwork } from '../limits/rate-limit.ts'

/** No address holds all connections, and idle ones make room sooner when most are taken. */
export interface ConnectionLimits {
  readonly max: number
  /** Undefined behind a proxy, where all clients share one address. */
  readonly perAddress: number | undefined
  /** One address shared by all clients: no limit per address. */
  readonly isProxy: (address: string) => boolean
  readonly keepAliveMs: number
  /** While three quarters of all connections are taken. */
  readonly crowdedKeepAliveMs: number
}

export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<string, number>()
  let total = 0
  const count = (network: string, change: number): void => {
    total += change
    const left = (open.get(network) ?? 0) + change
    if (left === 0) open.delete(network)
    else open.set(network, left)
    // Node looks at it after each answer.
    server.keepAliveTimeout = total >= limits.max * 0.75 ? limits.crowdedKeepAliveMs : limits.keepAliveMs
  }
  server.maxConnections = limits.max
  server.keepAliveTimeout = limits.keepAliveMs
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = toNetwork(address)
    count(network, 1)
    socket.once('close', () => count(network, -1))
    const limit = limits.perAddress ?? Number.POSITIVE_INFINITY
    if ((open.get(network) ?? 0) > limit && !limits.isProxy(address)) socket.destroy()
  })
}
