import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { jsonLog } from '../../platform/logging/log.ts'
import { prometheusMetrics } from '../../platform/metrics/metrics.ts'
import { requestObserver } from './request-observer.ts'

/** The lines a hub with the default level writes of a request. */
function linesOf(name: string, status: number, headersSent = true): Record<string, unknown>[] {
  const lines: string[] = []
  const log = jsonLog('info', { write: (line) => void lines.push(line) })
  const request = { id: 'req_1', method: 'GET', routeOptions: { url: `/${name}`, config: { name } } }
  const reply = { raw: { statusCode: status, headersSent }, elapsedTime: 12.34 }
  requestObserver({ log, metrics: prometheusMetrics() }).onResponse(
    request as unknown as FastifyRequest,
    reply as unknown as FastifyReply,
  )
  return lines.map((line) => JSON.parse(line))
}

describe('the request observer', () => {
  it('writes one line with a level in words', () => {
    expect(linesOf('docs', 200)).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        requestId: 'req_1',
        method: 'GET',
        route: '/docs',
        operation: 'docs',
        status: 200,
        durationMs: 12.3,
        event: 'request',
      },
    ])
  })

  it('does not call an answer good that nobody waited for', () => {
    expect(linesOf('listCatalog', 200, false)).toMatchObject([{ operation: 'listCatalog', status: 499 }])
  })

  it.each(['healthz', 'readyz', 'metrics'])(
    'writes nothing of a good answer of %s, and a line of a bad one',
    (name) => {
      expect(linesOf(name, 200)).toEqual([])
      expect(linesOf(name, 503)).toEqual([expect.objectContaining({ operation: name, status: 503 })])
    },
  )
})
