import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@spindle/contract'
import type { Http } from './context.ts'

/**
 * A hub that stops: what has begun is finished, what still comes on an open connection is told to come again, and no
 * connection is kept. A client with keep-alive would otherwise hold up the stop for as long as it lives.
 *
 * Before that, while balancers are still finding out, everything is served as ever, and every answer ends its connection.
 */
export function bindDraining({ fastify }: Pick<Http, 'fastify'>): { announce(): void } {
  let isAnnounced = false
  let isDraining = false
  const waiting = trackWaiting(fastify.server)
  fastify.addHook('preClose', async () => {
    isDraining = true
    if (!fastify.server.listening) return
    const begun = performance.now()
    const timer = setInterval(() => {
      fastify.server.closeIdleConnections()
      if (performance.now() - begun > sayMs) for (const socket of waiting) socket.destroy()
    }, idleCheckMs)
    fastify.server.once('close', () => clearInterval(timer))
  })
  fastify.addHook('onRequest', async (request) => {
    if (isDraining && !probes.has(request.routeOptions.url ?? ''))
      throw new AppError('shutting_down', { retryAfterSeconds: 1 })
  })
  fastify.addHook('onSend', async (_request, reply) => {
    if (isDraining || isAnnounced) reply.header('connection', 'close')
  })
  return {
    announce: () => {
      isAnnounced = true
    },
  }
}

/**
 * The connections without a request. Node counts as idle only those that have been answered; one that a browser opened
 * in advance, or that never finishes its headers, would hold up the stop until its time is over.
 */
function trackWaiting(server: Server): ReadonlySet<Socket> {
  const waiting = new Set<Socket>()
  const running = new WeakMap<Socket, number>()
  server.on('connection', (socket: Socket) => {
    waiting.add(socket)
    socket.once('close', () => waiting.delete(socket))
  })
  const begin = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    running.set(socket, (running.get(socket) ?? 0) + 1)
    waiting.delete(socket)
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1
      running.set(socket, left)
      if (left === 0 && !socket.destroyed) waiting.add(socket)
    })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, begin)
  return waiting
}

// An answer that was under way leaves an idle connection behind.
const idleCheckMs = 50
/** For headers that were on their way when the stop began. */
const sayMs = 1_000
/** They say themselves how the hub is. */
const probes = new Set(['/healthz', '/readyz'])
