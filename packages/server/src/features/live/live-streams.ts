import type { AccountPrincipal } from '../../http/principal.ts'
import { type StreamPool, streamPool, type Watcher } from '../../http/streams/stream-pool.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import { formatEventId } from './event-id.ts'
import { findChanged, findLiveEvents, findSnapshot, type LiveEventRow } from './event-queries.ts'

/** All streams of accounts at this node. The position of each is a snapshot of the database. */
export type LiveStreams = StreamPool<AccountPrincipal, string>

type LiveWatcher = Watcher<AccountPrincipal, string>

/** People with many windows share one stream; programs that need more can ask lists. */
export const maxStreams = { perPrincipal: 6, perAccount: 60, overall: 5_000 } as const

/** Who missed more reads again what it keeps. */
const maxEvents = 1_000

export interface LiveStreamsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

export function liveStreams({ database, clock, log }: LiveStreamsOptions): LiveStreams {
  let since: string | undefined
  return streamPool<AccountPrincipal, string>({
    limits: [
      { max: maxStreams.perPrincipal, keyOf: ({ id }) => id },
      { max: maxStreams.perAccount, keyOf: ({ accountId }) => accountId },
      { max: maxStreams.overall, keyOf: () => '' },
    ],
    refusal: `Each key or person can have at most ${maxStreams.perPrincipal} streams at a time. Close one, or share one.`,
    log,
    async findChanged(watchers) {
      if (since === undefined) {
        since = await findSnapshot(database.system)
        // What happened before this first question, and after each of them began.
        return watchers
      }
      const accounts = new Set<string>(watchers.map(({ reader }) => reader.accountId))
      const { snapshot, found } = await findChanged(database.system, since, [...accounts])
      since = snapshot
      const changed = new Set<string>(found)
      return watchers.filter(({ reader }) => changed.has(reader.accountId))
    },
    sendNew: (watcher) => sendNew({ database, clock }, watcher),
    onIdle: () => {
      since = undefined
    },
  })
}

/**
 * Only the last of several events has an id: a client that is cut off between them gets all of them again. What one
 * transaction wrote of a thing several times is said once.
 */
async function sendNew(
  { database, clock }: Pick<LiveStreamsOptions, 'database' | 'clock'>,
  watcher: LiveWatcher,
): Promise<void> {
  const { reader, stream } = watcher
  const { snapshot, found } = await findLiveEvents(database.tenant(reader.accountId), watcher.position, maxEvents)
  watcher.position = snapshot
  const id = formatEventId(clock.now(), snapshot)
  const events = found.filter((event, index) => maySee(reader, event) && !isSameAs(event, found[index + 1]))
  if (found.length === maxEvents) await stream.send({ event: 'reset', data: {}, ...(id && { id }) })
  else
    for (const [index, event] of events.entries())
      await stream.send({ ...messageOf(event), ...(id && index === events.length - 1 && { id }) })
}

const isSameAs = (event: LiveEventRow, next: LiveEventRow | undefined): boolean =>
  event.kind === next?.kind && event.id === next.id && event.status === next.status

/** Keys are managed by people and by tokens for that; a key gets no events about other keys. */
const maySee = ({ kind }: AccountPrincipal, event: LiveEventRow): boolean => event.kind !== 'key' || kind === 'user'

const messageOf = (event: LiveEventRow) => ({
  event: event.kind,
  data: {
    id: event.id,
    ...(event.releaseId === null ? {} : { releaseId: event.releaseId }),
    status: event.status,
  },
})
