import { streamEvents } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { eventStream } from '../../http/event-stream.ts'
import { parseEventId } from './event-id.ts'
import type { LiveStreams } from './live-streams.ts'
import { findSnapshot, isReached } from './store.ts'

/** How long events are kept; whoever was away for longer begins anew. */
export const keptMs = 24 * 60 * 60_000

export function bindLive(http: Http, streams: LiveStreams): void {
  eventStream(http, streamEvents, async ({ principal, lastEventId, open }) => {
    streams.requirePlace(principal)
    const known = lastEventId === undefined ? undefined : await findKnown(http, lastEventId)
    const since = known ?? (await findSnapshot(http.database.system))
    const stream = open()
    // What happened in between is not known: whoever mirrors something reads it again.
    if (lastEventId !== undefined && known === undefined) await stream.send({ event: 'reset', data: {} })
    streams.add(principal, stream, since)
  })
}

async function findKnown({ clock, database }: Http, lastEventId: string): Promise<string | undefined> {
  const known = parseEventId(lastEventId)
  if (!known || clock.now() - known.atMs > keptMs - 60 * 60_000) return undefined
  return (await isReached(database.system, known.snapshot)) ? known.snapshot : undefined
}
