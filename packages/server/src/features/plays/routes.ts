import { isIP } from 'node:net'
import {
  AppError,
  getFeed,
  getPlayableCover,
  getPlayableRelease,
  getSignedAudio,
  getSignedCover,
  getTrackAudio,
  limits,
  reportPlays,
} from '@spindle/contract'
import type { FastifyRequest } from 'fastify'
import type { Http } from '../../http/context.ts'
import { bearerToken } from '../../http/credentials/authenticate.ts'
import { delayPersistent } from '../../http/limits/delay-persistent.ts'
import { type Quota, toNetwork } from '../../http/limits/rate-limit.ts'
import type { FileResponse } from '../../http/responses/handler-response.ts'
import { route } from '../../http/routing/route.ts'
import { bindBatchBody, missingBatch } from './batch-body.ts'
import { bindFeedEvents } from './feed/bind-feed-events.ts'
import type { FeedStreams } from './feed/feed-streams.ts'
import type { FeedService } from './feed/service.ts'
import type { SignedAddresses } from './feed/signed-addresses.ts'
import type { PlaysService } from './service.ts'

export interface PlaysRoutesOptions {
  readonly plays: PlaysService
  readonly feed: FeedService
  readonly streams: FeedStreams
  readonly addresses: Pick<SignedAddresses, 'require'>
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
  /** Bytes of batches that may be on their way at once. */
  readonly maxBytesInFlight: number
}

export function bindPlays(http: Http, options: PlaysRoutesOptions): void {
  const { plays, feed, addresses, maxBytesInFlight } = options
  bindFeedEvents(http, options)
  route(http, getFeed, async ({ principal, page }) => ({ page: await feed.list(principal.id, page) }))
  route(http, getTrackAudio, ({ principal, params, query }) =>
    feed.getAudio(principal.id, params.trackId, query.format),
  )
  route(http, getPlayableRelease, async ({ principal, params, query, isAddressKnown }) =>
    feed.getRelease(principal, params.releaseId, isAddressKnown() ? networkOf(query.address) : undefined),
  )
  route(http, getPlayableCover, ({ principal, params, query }) =>
    feed.getCover(principal.id, params.releaseId, query.size ?? 256),
  )
  route(http, getSignedAudio, async ({ params: { trackId }, query: { format, ...query }, address }) => {
    const kind = format === undefined ? 'audio' : (`audio-${format}` as const)
    addresses.require({ ...query, kind, id: trackId, network: toNetwork(address) })
    return forPages(await feed.getAudio(query.property, trackId, format))
  })
  route(http, getSignedCover, async ({ params: { releaseId }, query: { size, ...query }, address }) => {
    addresses.require({ ...query, kind: 'cover', id: releaseId, network: toNetwork(address) })
    return forPages(await feed.getCover(query.property, releaseId, size ?? 256))
  })
  // Its own scope: other parsers, and the byte budget before the body is read.
  void http.fastify.register((scope, _options, done) => {
    scope.addHook('preParsing', async (request) => waitForTurn(http, request))
    bindBatchBody(scope, maxBytesInFlight)
    route({ ...http, fastify: scope }, reportPlays, async ({ principal, body }) => {
      if (!Array.isArray(body)) throw missingBatch()
      limitPlays(http, principal.id, body.length)
      return { body: await plays.report(principal.id, body) }
    })
    done()
  })
}

/** Throws `invalid_parameter`. */
function networkOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  if (isIP(address) !== 0) return toNetwork(address)
  throw new AppError('invalid_parameter', {
    errors: [
      {
        pointer: 'address',
        code: 'format',
        detail: 'This is not an IP address.',
        fix: 'Send an IPv4 or IPv6 address without a port, such as 203.0.113.7.',
      },
    ],
  })
}

/**
 * For elements of pages at any site. The bytes come from here, never from an object store: an address there would
 * survive a takedown.
 */
const forPages = ({ file: { findUrl: _, ...file }, headers, ...answer }: FileResponse): FileResponse => ({
  ...answer,
  file,
  headers: { ...headers, 'cache-control': 'private, no-cache', 'cross-origin-resource-policy': 'cross-origin' },
})

/** A request weighs something even when its batch is small. */
const minBatchCost = 100

/** What a play takes in a body, about: how many there are is known when they are parsed. */
const bytesPerPlay = 250

const quotaOf = ({ playsPerMinute: limit }: Http['config']): Quota => ({ policy: 'plays', limit })

/** Before the body is read: parsing batches as fast as they come would take the processor from the others. */
async function waitForTurn({ config, credentials, rateLimiter, pace }: Http, request: FastifyRequest): Promise<void> {
  const property = config.rateLimits && credentials.findProperty(bearerToken(request) ?? '')
  if (!property) return
  const quota = quotaOf(config)
  if (rateLimiter.isUsedUp(property.id, quota)) await delayPersistent(rateLimiter, property.id)
  const declaredBytes = Math.min(
    Number(request.headers['content-length'] ?? limits.maxPlaysBytes),
    limits.maxPlaysBytes,
  )
  await pace.waitForTurn({ subject: property.id, quota, cost: Math.max(minBatchCost, declaredBytes / bytesPerPlay) })
}

/** No property takes the database, or the disk, from the others. */
function limitPlays({ config, rateLimiter }: Http, property: string, plays: number): void {
  if (!config.rateLimits) return
  const quota = quotaOf(config)
  const { isAllowed, resetSeconds } = rateLimiter.consume(property, quota, Math.max(plays, minBatchCost))
  if (isAllowed) return
  throw new AppError('rate_limited', {
    retryAfterSeconds: resetSeconds,
    detail: `A property can report ${quota.limit} plays per minute. Each batch counts as at least ${minBatchCost}.`,
  })
}
