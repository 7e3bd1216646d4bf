import { streamEvents } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { type EventStreamRequest, eventStream } from '../../http/streams/event-stream.ts'
import type { Place } from '../../http/streams/stream-pool.ts'
import { parseEventId } from './event-id.ts'
import { findSnapshot, isReached } from './event-queries.ts'
import type { LiveStreams } from './live-streams.ts'

/** How long events are kept; a client that was away for longer starts over. */
export const keptMs = 24 * 60 * 60_000

export function bindLive(http: Http, streams: LiveStreams): void {
  eventStream(http, streamEvents, async (request) => {
    const place = streams.takePlace(request.principal)
    try {
      await begin(http, request, place)
    } catch (error) {
      place.leave()
      throw error
    }
  })
}

async function begin(http: Http, { lastEventId, open }: EventStreamRequest, place: Place<string>): Promise<void> {
  const known = lastEventId === undefined ? undefined : await findKnown(http, lastEventId)
  const since = known ?? (await findSnapshot(http.database.system))
  const stream = open()
  // What happened in between is not known: a client that mirrors something reads it again.
  if (lastEventId !== undefined && known === undefined) await stream.send({ event: 'reset', data: {} })
  place.watch(stream, since)
}

async function findKnown({ clock, database }: Http, lastEventId: string): Promise<string | undefined> {
  const known = parseEventId(lastEventId)
  if (!known || clock.now() - known.atMs > keptMs - 60 * 60_000) return undefined
  return (await isReached(database.system, known.snapshot)) ? known.snapshot : undefined
}
