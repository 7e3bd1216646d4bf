import type { Operation } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../platform/logging/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { surfaceAccountOf } from './session-surface.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
    /** A name for log and metrics when there is no operation. */
    name?: string
    /** Takes raw bytes of any length, for as long as it takes. */
    upload?: boolean
  }
}

/** Sees every finished request: one log line with allow-listed fields and one observation of the duration. */
export interface RequestObserver {
  onResponse(request: FastifyRequest, reply: FastifyReply): void
}

/** Asked every few seconds by machines: their good answers would bury everything else. */
const probes: ReadonlySet<string> = new Set(['healthz', 'readyz', 'metrics'])

/** The answer was not awaited: an inner request is abandoned together with its outer request. */
const givenUp = 499

export const isProbe = (operation: string): boolean => probes.has(operation)

/** What was requested: an operation of the contract, or a name of ours. */
export const operationOf = ({ routeOptions: { config } }: FastifyRequest): string =>
  config.operation?.id ?? config.name ?? 'unknown'

export const statusOf = ({ raw }: FastifyReply): number => (raw.headersSent ? raw.statusCode : givenUp)

export const isUpload = (request: FastifyRequest): boolean => request.routeOptions.config.upload === true

export function requestObserver({ log, metrics }: { readonly log: Log; readonly metrics: Metrics }): RequestObserver {
  return {
    onResponse(request, reply) {
      const operation = operationOf(request)
      const status = statusOf(reply)
      metrics.observeRequest(operation, status, reply.elapsedTime / 1000)
      const level = isProbe(operation) && status < 400 ? 'debug' : 'info'
      // The route's template, never the address itself: addresses may carry what people typed.
      log[level]('request', {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        operation,
        status,
        // The address was rewritten: the client is a person, not a program.
        ...(surfaceAccountOf(request.raw) === undefined ? {} : { surface: 'console' }),
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      })
    },
  }
}
