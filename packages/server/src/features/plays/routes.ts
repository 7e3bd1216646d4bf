import { AppError, getFeed, getTrackAudio, limits, reportPlays } from '@spindle/contract'
import type { FastifyInstance } from 'fastify'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/route.ts'
import { missingBatch, parseJsonBatch, parseNdjsonBatch } from './batch.ts'
import type { FeedService } from './feed/service.ts'
import { createGate } from './gate.ts'
import type { PlaysService } from './service.ts'

export interface Routes {
  readonly plays: PlaysService
  readonly feed: FeedService
  /** Bytes of batches that may be on their way at once. */
  readonly maxBytesInFlight: number
}

export function bindRoutes(http: Http, { plays, feed, maxBytesInFlight }: Routes): void {
  route(http, getFeed, async ({ principal, page }) => ({ page: await feed.list(principal.id, page) }))
  route(http, getTrackAudio, ({ principal, params }) => feed.getAudio(principal.id, params.trackId))
  // Its own scope: other parsers, and the gate before the body is read.
  void http.fastify.register((scope, _options, done) => {
    bindParsers(scope)
    bindGate(scope, maxBytesInFlight)
    route({ ...http, fastify: scope }, reportPlays, async ({ principal, body }) => {
      if (!Array.isArray(body)) throw missingBatch()
      return { body: await plays.report(principal.id, body) }
    })
    done()
  })
}

function bindParsers(scope: FastifyInstance): void {
  const parsers = { 'application/json': parseJsonBatch, 'application/x-ndjson': parseNdjsonBatch }
  scope.removeAllContentTypeParsers()
  for (const [mediaType, parse] of Object.entries(parsers))
    scope.addContentTypeParser(
      mediaType,
      { parseAs: 'buffer', bodyLimit: limits.maxPlaysBytes },
      async (_request: unknown, body: Buffer) => (body.length === 0 ? undefined : parse(body)),
    )
}

// Small batches weigh something too: parsed events take more than their bytes.
const minWeightBytes = 128 * 1024

function bindGate(scope: FastifyInstance, room: number): void {
  const gate = createGate(room)
  scope.addHook('preParsing', async (request, reply, payload) => {
    const declaredBytes = Number(request.headers['content-length'] ?? limits.maxPlaysBytes)
    const leave = gate.tryEnter(Math.min(Math.max(declaredBytes, minWeightBytes), limits.maxPlaysBytes))
    if (!leave) throw new AppError('overloaded', { detail: 'Too many batches of plays at once.', retryAfterSeconds: 1 })
    reply.raw.once('close', leave)
    return payload
  })
}
