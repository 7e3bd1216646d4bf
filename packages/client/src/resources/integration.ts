import type {
  AudioFormat,
  FeedEvent,
  FeedPage,
  FeedQuery,
  PlayableRelease,
  PlayEvent,
  PlaysReceipt,
  VerificationResult,
} from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'
import { followEvents, type StreamOptions } from './follow-events.ts'
import { type AudioOptions, mediaHeaders } from './media-headers.ts'
import { playBatches } from './play-batches.ts'
import type { ImageOptions } from './uploads.ts'

/** For whom the signed addresses of a release are. */
export interface PlayableReleaseOptions extends RequestOptions {
  /** IP address of the visitor: only clients of its network can use the signed addresses. */
  readonly address?: string | undefined
}

/** Which audio of a track, and which part of it. */
export interface TrackAudioOptions extends AudioOptions {
  /** A compressed copy. Throws `rendition_not_ready` until the hub has made it. */
  readonly format?: AudioFormat | undefined
}

/** What a property does with its integration token. */
export interface Integration {
  /** Checks the integration token; answers which property it belongs to. */
  verify(options?: RequestOptions): ApiPromise<VerificationResult>
  /** Reports plays; each counts once by its id, so a batch can be sent again. `refused` says what was not taken and why. */
  plays(events: readonly PlayEvent[], options?: RequestOptions): ApiPromise<PlaysReceipt>
  /**
   * Any number of events, read as they are sent: as NDJSON, in batches the hub takes, with a receipt for each. In a
   * receipt `index` counts from the first event of all. What was sent before an error counts once when sent again.
   */
  playsInBatches(
    events: Iterable<PlayEvent> | AsyncIterable<PlayEvent>,
    options?: Omit<RequestOptions, 'idempotencyKey'>,
  ): AsyncIterable<PlaysReceipt>
  /**
   * What may be played, in the order in which it changed. Keep `page.nextCursor` of the last page to continue later.
   */
  feed(query?: AllowUndefined<FeedQuery>, options?: RequestOptions): List<FeedPage>
  /**
   * Changes of the feed as they happen, without end: `for await (const { event, data } of client.integration.events())`.
   * After a lost connection it continues after the last event. To miss nothing, read the feed first and give its last
   * `page.nextCursor` as `lastEventId`. After a `reset`, read the feed again from that cursor. The iteration ends when
   * `signal` aborts. It throws if trying again would not help, for example because the token was replaced.
   */
  events(options?: StreamOptions): AsyncIterable<FeedEvent>
  /** The master as it was delivered, or a compressed copy with `format`; read `response.body`. */
  audio(trackId: string, options?: TrackAudioOptions): ApiPromise<Response>
  /**
   * A release that may be played, with its cover, credits and tracks: what an album page shows. `signedAudio` and
   * `signedCover` are for the browsers of visitors and are valid for some minutes.
   */
  release(releaseId: string, options?: PlayableReleaseOptions): ApiPromise<PlayableRelease>
  /** Its cover as WebP, at most `size` pixels wide and high; read `response.body`. */
  cover(releaseId: string, options?: ImageOptions): ApiPromise<Response>
}

/** `client.integration`. */
export const integrationResource = (call: OperationCaller): Integration => ({
  ...operationMethods<Pick<Integration, 'verify' | 'feed'>>(call, {
    verify: 'verifyIntegration',
    feed: 'getFeed',
  }),
  events: (options = {}) => followEvents<FeedEvent>(call, 'streamFeed', options),
  release: (releaseId, { address, ...options } = {}) =>
    call('getPlayableRelease', { params: { releaseId }, query: { address } }, options),
  plays: (events, options) => call('reportPlays', { body: [...events] }, options),
  playsInBatches: (events, options) => sendBatches(call, events, options),
  audio: (trackId, { range, format, ...options } = {}) =>
    call.raw('getTrackAudio', { params: { trackId }, query: { format }, headers: mediaHeaders(range) }, options),
  cover: (releaseId, { size, ...options } = {}) =>
    call.raw('getPlayableCover', { params: { releaseId }, query: { size }, headers: mediaHeaders(undefined) }, options),
})

async function* sendBatches(
  call: OperationCaller,
  events: Iterable<PlayEvent> | AsyncIterable<PlayEvent>,
  options: RequestOptions | undefined,
): AsyncGenerator<PlaysReceipt, void, undefined> {
  for await (const { firstIndex, text } of playBatches(events)) {
    const receipt = await call('reportPlays', { text: { mediaType: 'application/x-ndjson', content: text } }, options)
    const refused = receipt.refused.map((one) => ({ ...one, index: one.index + firstIndex }))
    yield { ...receipt, refused }
  }
}
