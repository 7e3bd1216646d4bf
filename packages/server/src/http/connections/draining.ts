import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@spindle/contract'
import type { FastifyInstance } from 'fastify'

/**
 * A hub that stops, step by step: `announce` serves as ever while balancers find out, and every answer ends its
 * connection; `stopListening` accepts no more connections and lets requests on the last ones be answered; from
 * `fastify.close()` on, running requests are finished, new ones are told to retry, and no connection is kept. A
 * client with keep-alive would otherwise delay the stop for as long as it is connected.
 */
export interface Draining {
  announce(): void
  /** Resolves as soon as everything that came is answered, or after a moment. Idempotent. */
  stopListening(): Promise<void>
}

export function bindDraining(fastify: FastifyInstance): Draining {
  const { server } = fastify
  let endsConnections = false
  let isDraining = false
  let stopped: Promise<void> | undefined
  const connections = trackConnections(server)
  const stopListening = async (): Promise<void> => {
    if (!server.listening) return
    await closeListener(server)
    const until = performance.now() + settleMs
    while (connections.areOpen() && performance.now() < until) await sleep(checkMs)
  }
  const stopOnce = (): Promise<void> => {
    endsConnections = true
    stopped ??= stopListening()
    return stopped
  }
  fastify.addHook('preClose', async () => {
    await stopOnce()
    isDraining = true
    const until = performance.now() + sayMs
    // The framework does not wait for a server that it did not close itself.
    while (connections.areOpen()) {
      server.closeIdleConnections()
      if (performance.now() > until) connections.destroyWaiting()
      await sleep(checkMs)
    }
  })
  fastify.addHook('onRequest', async (request) => {
    if (isDraining && !probes.has(request.routeOptions.url ?? ''))
      throw new AppError('shutting_down', { retryAfterSeconds: 1 })
  })
  fastify.addHook('onSend', async (_request, reply) => {
    if (endsConnections) reply.header('connection', 'close')
  })
  return {
    announce: () => {
      endsConnections = true
    },
    stopListening: stopOnce,
  }
}

/**
 * When the listening socket is closed, the kernel resets connections that were not accepted yet,
 * and a balancer may have sent a request on one: some never ask how a node is. So it is closed in a turn of the event
 * loop in which none came and nothing else was done either.
 */
function closeListener(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let hasAccepted = true
  const onConnection = (): void => {
    hasAccepted = true
  }
  server.on('connection', onConnection)
  const deadline = performance.now() + quietTurnWithinMs
  let turnBegan = performance.now()
  const look = (): void => {
    const now = performance.now()
    const isQuiet = !hasAccepted && now - turnBegan < quietTurnMs
    if (isQuiet || now > deadline) {
      server.off('connection', onConnection)
      server.close()
      resolve()
      return
    }
    hasAccepted = false
    turnBegan = now
    setImmediate(look)
  }
  setImmediate(look)
  return promise
}

interface Connections {
  areOpen(): boolean
  /**
   * Those without a request. Node counts as idle only those that have been answered; one that a browser opened in
   * advance, or that never finishes its headers, would hold up the stop until its time is over.
   */
  destroyWaiting(): void
}

function trackConnections(server: Server): Connections {
  const open = new Set<Socket>()
  const waiting = new Set<Socket>()
  const running = new WeakMap<Socket, number>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    waiting.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
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
  return {
    areOpen: () => open.size > 0,
    destroyWaiting() {
      for (const socket of waiting) socket.destroy()
    },
  }
}

// An answer in progress leaves an idle connection.
const checkMs = 20
/** A turn that did nothing takes less. */
const quietTurnMs = 1
/** A hub with much to do has no such turn. */
const quietTurnWithinMs = 1_000
/** For requests from before the stop: an answer takes less, an upload may take hours. */
const settleMs = 500
/** For headers that were on their way when the stop began. */
const sayMs = 1_000
/** They say themselves how the hub is. */
const probes = new Set(['/healthz', '/readyz'])
