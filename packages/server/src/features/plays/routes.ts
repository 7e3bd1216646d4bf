import { AppError, getFeed, getTrackAudio, limits, reportPlays } from '@spindle/contract'
import type { FastifyInstance } from 'fastify'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/route.ts'
import { byteBudget } from './byte-budget.ts'
import type { FeedService } from './feed/service.ts'
import { missingBatch, parseJsonBatch, parseNdjsonBatch } from './parse-batch.ts'
import type { PlaysService } from './service.ts'

export interface PlaysRoutesOptions {
  readonly plays: PlaysService
  readonly feed: FeedService
  /** Bytes of batches that may be on their way at once. */
  readonly maxBytesInFlight: number
}

export function bindPlays(http: Http, { plays, feed, maxBytesInFlight }: PlaysRoutesOptions): void {
  route(http, getFeed, async ({ principal, page }) => ({ page: await feed.list(principal.id, page) }))
  route(http, getTrackAudio, ({ principal, params }) => feed.getAudio(principal.id, params.trackId))
  // Its own scope: other parsers, and the byte budget before the body is read.
  void http.fastify.register((scope, _options, done) => {
    bindParsers(scope)
    bindByteBudget(scope, maxBytesInFlight)
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

function bindByteBudget(scope: FastifyInstance, room: number): void {
  const budget = byteBudget(room)
  scope.addHook('preParsing', async (request, reply, payload) => {
    const declaredBytes = Number(request.headers['content-length'] ?? limits.maxPlaysBytes)
    const release = budget.tryReserve(Math.min(Math.max(declaredBytes, minWeightBytes), limits.maxPlaysBytes))
    if (!release)
      throw new AppError('overloaded', { detail: 'Too many batches of plays at once.', retryAfterSeconds: 1 })
    reply.raw.once('close', release)
    return payload
  })
}
