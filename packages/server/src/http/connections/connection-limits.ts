import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@spindle/contract'
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

/** Says of a connection which limit it exceeds: undefined if it may be used. */
export type ExceededLimit = (socket: Socket) => number | undefined

/**
 * How many refused connections of an address may wait for their answer at a time. More are closed without one, so that
 * the answers cannot be used to hold connections.
 */
const maxRefusedPerAddress = 64

export function limitConnections(server: Server, limits: ConnectionLimits): ExceededLimit {
  const open = counts()
  const refused = counts()
  const exceeding = new WeakMap<Socket, number>()
  let total = 0
  const countTotal = (change: number): void => {
    total += change
    // Node looks at it after each answer.
    server.keepAliveTimeout = total >= limits.max * 0.75 ? limits.crowdedKeepAliveMs : limits.keepAliveMs
  }
  const limitOf = (address: string): number =>
    limits.isProxy(address) ? Number.POSITIVE_INFINITY : (limits.perAddress ?? Number.POSITIVE_INFINITY)
  server.maxConnections = limits.max
  server.keepAliveTimeout = limits.keepAliveMs
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = toNetwork(address)
    const limit = limitOf(address)
    const isRefused = open.of(network) >= limit
    const counted = isRefused ? refused : open
    counted.add(network, 1)
    countTotal(1)
    socket.once('close', () => {
      counted.add(network, -1)
      countTotal(-1)
    })
    if (!isRefused) return
    exceeding.set(socket, limit)
    if (refused.of(network) > maxRefusedPerAddress) socket.destroy()
  })
  return (socket) => exceeding.get(socket)
}

/** The refusal of a request on a connection that is over the limit. */
export const tooManyConnections = (limit: number): AppError =>
  new AppError('overloaded', {
    detail: `Your address has more than ${limit} open connections. Use fewer at a time: keep connections open and send the next request on the same one. Operators can change the limit with SPINDLE_CONNECTIONS_PER_ADDRESS.`,
    retryAfterSeconds: 1,
  })

/** Counts by name; what is not counted is 0. */
function counts() {
  const numbers = new Map<string, number>()
  return {
    of: (name: string): number => numbers.get(name) ?? 0,
    add(name: string, change: number): void {
      const left = this.of(name) + change
      if (left === 0) numbers.delete(name)
      else numbers.set(name, left)
    },
  }
}
