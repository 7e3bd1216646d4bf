import { AppError } from '@spindle/contract'
import type { AccountPrincipal } from '../../http/principal.ts'
import type { EventStream } from '../../http/streams/event-stream.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import { formatEventId } from './event-id.ts'
import { findChanged, findLiveEvents, findSnapshot, type LiveEventRow } from './event-queries.ts'

/** All streams of this node. They share one query per interval, and there is none without a stream. */
export interface LiveStreams {
  /**
   * A place counts from here on, before anything is awaited: of many that come at once none passes the limit. Throws
   * `rate_limited` when the principal, its account or the node has as many as it may.
   */
  takePlace(principal: AccountPrincipal): Place
  /** Ends all; their clients come again, to another node. */
  drain(): void
}

export interface Place {
  /** The place ends with the stream. `since` is what its reader has seen: a snapshot of the database. */
  watch(stream: EventStream, since: string): void
  /** For a place that came to no stream. */
  leave(): void
}

/** People with many windows share one stream; programs that need more can ask lists. */
export const maxStreams = { perPrincipal: 6, perAccount: 60, overall: 5_000 } as const

/** With what reading and sending take, an event is on a screen well within half a second. */
const pollMs = 200
/** Who missed more reads again what it keeps. */
const maxEvents = 1_000

export interface LiveStreamsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

interface Watcher {
  readonly principal: AccountPrincipal
  readonly stream: EventStream
  since: string
  isReading: boolean
  hasNews: boolean
}

export function liveStreams({ database, clock, log }: LiveStreamsOptions): LiveStreams {
  const places = new Set<AccountPrincipal>()
  const watchers = new Set<Watcher>()
  let timer: NodeJS.Timeout | undefined
  let since: string | undefined
  let isDraining = false
  const read = newsReader({ database, clock, log }, (watcher) => watchers.has(watcher))

  const poll = async (): Promise<void> => {
    const accounts = new Set([...watchers].map(({ principal }) => principal.accountId))
    if (since === undefined) {
      since = await findSnapshot(database.system)
      // What happened before this first question, and after each of them began.
      for (const watcher of watchers) void read(watcher)
      return
    }
    const { snapshot, found } = await findChanged(database.system, since, [...accounts])
    since = snapshot
    const changed = new Set<string>(found)
    // An account whose stream opened meanwhile is not in the answer.
    for (const watcher of watchers) {
      const { accountId } = watcher.principal
      if (changed.has(accountId) || !accounts.has(accountId)) void read(watcher)
    }
  }
  const schedule = (): void => {
    if (timer || watchers.size === 0 || isDraining) return
    timer = setTimeout(() => {
      void poll()
        .catch((error: unknown) => log.warn('live.poll_failed', { error }))
        .finally(() => {
          timer = undefined
          // Without a stream nothing was missed: each stream knows what it has seen.
          if (watchers.size === 0) since = undefined
          schedule()
        })
    }, pollMs)
    timer.unref()
  }
  const count = (matches: (principal: AccountPrincipal) => boolean): number => [...places].filter(matches).length
  const requireRoom = ({ id, accountId }: AccountPrincipal): void => {
    if (isDraining) throw new AppError('shutting_down', { retryAfterSeconds: 1 })
    const isFull =
      count((principal) => principal.id === id) >= maxStreams.perPrincipal ||
      count((principal) => principal.accountId === accountId) >= maxStreams.perAccount ||
      places.size >= maxStreams.overall
    if (isFull)
      throw new AppError('rate_limited', {
        retryAfterSeconds: 15,
        detail: `Each key or person can have at most ${maxStreams.perPrincipal} streams at a time. Close one, or share one.`,
      })
  }
  return {
    takePlace(principal) {
      requireRoom(principal)
      // A separate entry, also when a cache returns the same principal twice.
      const own = { ...principal }
      places.add(own)
      const leave = (): void => void places.delete(own)
      return {
        leave,
        watch(stream, seen) {
          const watcher: Watcher = { principal, stream, since: seen, isReading: false, hasNews: false }
          watchers.add(watcher)
          stream.onEnd(() => {
            watchers.delete(watcher)
            leave()
          })
          void read(watcher)
          schedule()
        },
      }
    },
    drain() {
      isDraining = true
      clearTimeout(timer)
      for (const { stream } of watchers) stream.end()
    },
  }
}

/** Sends what is new, as fast as the reader takes it; what comes meanwhile is read afterwards. */
const newsReader =
  ({ database, clock, log }: LiveStreamsOptions, isWatching: (watcher: Watcher) => boolean) =>
  async (watcher: Watcher): Promise<void> => {
    watcher.hasNews = true
    if (watcher.isReading) return
    watcher.isReading = true
    try {
      while (watcher.hasNews && isWatching(watcher)) {
        watcher.hasNews = false
        await sendNew({ database, clock }, watcher)
      }
    } catch (error) {
      // Its client comes again with the last event it has seen.
      log.warn('live.poll_failed', { error })
      watcher.stream.end()
    } finally {
      watcher.isReading = false
    }
  }

/**
 * Only the last of several events has an id: a client that is cut off between them gets all of them again. What one
 * transaction wrote of a thing several times is said once.
 */
async function sendNew(
  { database, clock }: Pick<LiveStreamsOptions, 'database' | 'clock'>,
  watcher: Watcher,
): Promise<void> {
  const tenant = database.tenant(watcher.principal.accountId)
  const { snapshot, found } = await findLiveEvents(tenant, watcher.since, maxEvents)
  watcher.since = snapshot
  const id = formatEventId(clock.now(), snapshot)
  const events = found.filter((event, index) => maySee(watcher.principal, event) && !isSameAs(event, found[index + 1]))
  if (found.length === maxEvents) await watcher.stream.send({ event: 'reset', data: {}, ...(id && { id }) })
  else
    for (const [index, event] of events.entries())
      await watcher.stream.send({ ...messageOf(event), ...(id && index === events.length - 1 && { id }) })
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
