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
  fastify.addHook('preClose', async () => {
    isDraining = true
    if (!fastify.server.listening) return
    const timer = setInterval(() => fastify.server.closeIdleConnections(), idleCheckMs)
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

// An answer that was under way leaves an idle connection behind.
const idleCheckMs = 50
/** They say themselves how the hub is. */
const probes = new Set(['/healthz', '/readyz'])
