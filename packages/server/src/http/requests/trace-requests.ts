import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../../platform/tracing/tracing.ts'
import { isProbe, operationOf, statusOf } from './request-observer.ts'

/** A span for every request that the framework sees, except probes. It continues the `traceparent` of the client. */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (isProbe(operationOf(request))) return done()
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? traceparent : undefined
    const span = tracing.begin({ kind: 'request', name: request.method, parent })
    spans.set(request, span)
    span.run(done)
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    const status = statusOf(reply)
    const { url = '' } = request.routeOptions
    spans.get(request)?.end({
      name: `${request.method} ${url}`.trim(),
      attributes: {
        'http.request.method': request.method,
        'http.route': url,
        'http.response.status_code': status,
        'spindle.operation': operationOf(request),
        'spindle.request_id': request.id,
      },
      isFailed: status >= 500,
    })
    done()
  })
}
