import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { Described, Id, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** What a property learns as it happens: which releases it may play, and which it may play no longer. */

const tracks = (description: string) => Described(Type.Array(Id('trk'), { maxItems: 500 }), description)

/** What happened to a release at one property. */
export const FeedChange = Type.Object({
  releaseId: Id('rel'),
  changedAt: { ...Timestamp, description: 'When it last changed in the feed' },
  trackIds: tracks('The tracks that began or changed and may be played; for `audio`, those with other audio'),
  endedTrackIds: tracks('The tracks that may no longer be played'),
})
export type FeedChange = Static<typeof FeedChange>

/** The data of the events of a property, by their name. */
export const FeedEvents = {
  /** Where the stream begins. */
  ready: Type.Object({}),
  live: FeedChange,
  changed: FeedChange,
  audio: FeedChange,
  takedown: FeedChange,
  /** Some events are lost: the feed must be read again. */
  reset: Type.Object({}),
} as const

/** One event of the stream of a property. `id` is the place from which to continue, and a cursor of the feed. */
export type FeedEvent = {
  [Name in keyof typeof FeedEvents]: {
    readonly event: Name
    readonly id: string | undefined
    readonly data: Static<(typeof FeedEvents)[Name]>
  }
}[keyof typeof FeedEvents]

export const streamFeed = defineOperation({
  id: 'streamFeed',
  method: 'GET',
  path: '/api/integration/events',
  summary: 'Stream changes of the feed as they happen',
  description:
    'Server-sent events about the releases of this property, each within two seconds. `live`: the release can be played now. `changed`: its metadata or tracks changed. `audio`: the tracks in `trackIds` have new audio. `takedown`: the release may no longer be played. If only some tracks ended, `changed` and `audio` list them in `endedTrackIds`. The id of an event is a cursor of the feed. To continue, send the last one as `Last-Event-ID`, however old it is: you get each release that changed since then once, in its newest state. Without `Last-Event-ID`, the stream starts now with `ready`. After a restore of the hub to an earlier state it starts with `reset`: read the feed again. An event can arrive twice. A comment every 15 seconds keeps the connection open. Each property can have 20 streams at a time at each node. A stream ends when its token is replaced or removed, and when the hub stops.',
  tag: 'Integration',
  auth: 'integrationToken',
  responses: { 200: { schema: null, description: 'An endless stream of events', mediaTypes: ['text/event-stream'] } },
  errors: ['feed_paused', 'rate_limited'],
})

/** The operations of this file. */
export const feedEventOperations = [streamFeed] as const
