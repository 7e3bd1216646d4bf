import { AppError, getFeed, getTrackAudio, reportPlays } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/route.ts'
import { bindBatchBody, missingBatch } from './batch-body.ts'
import type { FeedService } from './feed/service.ts'
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
    bindBatchBody(scope, maxBytesInFlight)
    route({ ...http, fastify: scope }, reportPlays, async ({ principal, body }) => {
      if (!Array.isArray(body)) throw missingBatch()
      limitPlays(http, principal.id, body.length)
      return { body: await plays.report(principal.id, body) }
    })
    done()
  })
}

/** A request weighs something even when its batch is small. */
const minBatchCost = 100

/** No property takes the database, or the disk, from the others. */
function limitPlays({ config, rateLimiter }: Http, property: string, plays: number): void {
  if (!config.rateLimits) return
  const quota = { policy: 'plays', limit: config.playsPerMinute }
  const { isAllowed, resetSeconds } = rateLimiter.consume(property, quota, Math.max(plays, minBatchCost))
  if (isAllowed) return
  throw new AppError('rate_limited', {
    retryAfterSeconds: resetSeconds,
    detail: `A property may report ${quota.limit} plays in a minute; a batch counts as ${minBatchCost} at least.`,
  })
}
