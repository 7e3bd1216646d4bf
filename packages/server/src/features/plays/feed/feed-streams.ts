import type { PropertyPrincipal } from '../../../http/principal.ts'
import { type StreamPool, streamPool, type Watcher } from '../../../http/streams/stream-pool.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { findFeedHead, findFeedHeads, listFeedEvents } from './feed-event-queries.ts'
import { type FeedPosition, formatFeedPosition } from './feed-position.ts'

/**
 * What a reader has seen: everything before now, or everything up to a position, or something that this hub does not
 * know.
 */
export type StreamPosition = 'now' | 'unknown' | FeedPosition

/** The streams of properties at this node. They end with their token. */
export type FeedStreams = StreamPool<FeedReader, StreamPosition>

export interface FeedReader {
  readonly principal: PropertyPrincipal
  /** Makes the id of an event of a position. */
  toId(position: string): string
}

type FeedWatcher = Watcher<FeedReader, StreamPosition>

/** A site needs one for each of its servers. */
const maxStreams = { perProperty: 20, overall: 2_000 } as const
/** Entries of the feed that are read at a time. */
const pageSize = 500

export interface FeedStreamsOptions {
  readonly system: Sql
  readonly log: Log
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
  /** One for each token that the property has. */
  findSigningKeys(property: string): readonly Buffer[]
}

export function feedStreams({ system, log, isHeld, findSigningKeys }: FeedStreamsOptions): FeedStreams {
  const hasToken = ({ reader: { principal } }: FeedWatcher): boolean =>
    findSigningKeys(principal.id).some((key) => key.equals(principal.signingKey))

  return streamPool<FeedReader, StreamPosition>({
    limits: [
      { max: maxStreams.perProperty, keyOf: ({ principal }) => principal.id },
      { max: maxStreams.overall, keyOf: () => '' },
    ],
    refusal: `Each property can have at most ${maxStreams.perProperty} streams at a time. Close one, or share one.`,
    log,
    async findChanged(watchers) {
      // Before the database is asked, which may be away: a token that is gone counts no more.
      for (const watcher of watchers) if (!hasToken(watcher)) watcher.stream.end()
      if (await isHeld()) {
        for (const { stream } of watchers) stream.end()
        return []
      }
      const properties = new Set(watchers.map(({ reader }) => reader.principal.id))
      const { timeline, newest, heads } = await findFeedHeads(system, [...properties])
      return watchers.filter(({ reader, position: seen }) => {
        if (typeof seen === 'string') return false
        const isKnown = seen.timeline === timeline && seen.position <= newest
        return !isKnown || seen.position < (heads[reader.principal.id] ?? 0)
      })
    },
    sendNew: (watcher) => sendNew(system, watcher),
  })
}

/**
 * Every event has the position from which nothing is lost: of several that are read together, only the last one has
 * their end, so a client that is cut off between them gets all of them again.
 */
async function sendNew(system: Sql, watcher: FeedWatcher): Promise<void> {
  const { reader, stream, position: after } = watcher
  const property = reader.principal.id
  if (typeof after === 'string') return begin(system, watcher, after === 'now' ? 'ready' : 'reset')
  const { isKnown, last, events } = await listFeedEvents(system, { property, after, limit: pageSize })
  if (!isKnown) return begin(system, watcher, 'reset')
  const end = { ...after, position: last }
  // What did not fit is found by the next poll.
  watcher.position = end
  for (const [index, { event, ...data }] of events.entries()) {
    const position = index === events.length - 1 ? end : after
    await stream.send({ event, id: reader.toId(formatFeedPosition(position)), data })
  }
}

async function begin(system: Sql, watcher: FeedWatcher, event: 'ready' | 'reset'): Promise<void> {
  const { reader, stream } = watcher
  const head = await findFeedHead(system, reader.principal.id)
  watcher.position = head
  await stream.send({ event, id: reader.toId(formatFeedPosition(head)), data: {} })
}
