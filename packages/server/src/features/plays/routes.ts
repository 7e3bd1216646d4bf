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
  /** Batches that may be on their way at once. */
  readonly maxBatches: number
}

export function bindRoutes(http: Http, { plays, feed, maxBatches }: Routes): void {
  route(http, getFeed, async ({ principal, page }) => ({ page: await feed.list(principal.id, page) }))
  route(http, getTrackAudio, ({ principal, params }) => feed.getAudio(principal.id, params.trackId))
  // Its own scope: other parsers, and the gate before the body is read.
  void http.fastify.register((scope, _options, done) => {
    bindParsers(scope)
    bindGate(scope, maxBatches)
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

function bindGate(scope: FastifyInstance, places: number): void {
  const gate = createGate(places)
  scope.addHook('preParsing', async (_request, reply, payload) => {
    const leave = gate.tryEnter()
    if (!leave) throw new AppError('overloaded', { detail: 'Too many batches of plays at once.', retryAfterSeconds: 1 })
    reply.raw.once('close', leave)
    return payload
  })
}
