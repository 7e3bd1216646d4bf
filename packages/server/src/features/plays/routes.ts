import { getFeed, getTrackAudio, reportPlays } from '@spindle/contract'
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
      return { body: await plays.report(principal.id, body) }
    })
    done()
  })
}
