import { AppError, getFeed, streamFeed } from '@spindle/contract'
import type { Http } from '../../../http/context.ts'
import { cursorScope } from '../../../http/routing/route.ts'
import { propertyEventStream } from '../../../http/streams/event-stream.ts'
import { feedPaused } from './feed-paused.ts'
import { parseFeedPosition } from './feed-position.ts'
import type { FeedStreams, StreamPosition } from './feed-streams.ts'

export interface FeedEventsOptions {
  readonly streams: FeedStreams
  isHeld(): Promise<boolean>
}

/** Ids of events are cursors of the feed: a property that has read its feed continues from there. */
export function bindFeedEvents(http: Http, { streams, isHeld }: FeedEventsOptions): void {
  propertyEventStream(http, streamFeed, async ({ principal, lastEventId, open }) => {
    const scope = cursorScope(getFeed, principal.id)
    const place = streams.takePlace({ principal, toId: (position) => http.cursors.encode(scope, position) })
    try {
      if (await isHeld()) throw feedPaused()
      place.watch(open(), lastEventId === undefined ? 'now' : findPosition(http, scope, lastEventId))
    } catch (error) {
      place.leave()
      throw error
    }
  })
}

/** An id that this hub did not give to this property is `unknown`, as one that is too old. */
function findPosition({ cursors }: Http, scope: string, id: string): StreamPosition {
  try {
    return parseFeedPosition(cursors.decode(scope, id))
  } catch (error) {
    if (error instanceof AppError) return 'unknown'
    throw error
  }
}
