import { AppError } from '@spindle/contract'
import type { Log } from '../../platform/logging/log.ts'
import type { EventStream } from './event-stream.ts'

/** All streams of one kind at this node. They share one query per interval, and there is none without a stream. */
export interface StreamPool<R, P> {
  /**
   * A place counts from here on, before anything is awaited: of many that come at once none passes the limit. Throws
   * `rate_limited` if there are as many as the limits allow, `shutting_down` in a hub that stops.
   */
  takePlace(reader: R): Place<P>
  /** Ends all; their clients come again, to another node. */
  drain(): void
}

export interface Place<P> {
  /** The place ends with the stream. `position` is what its reader has seen. */
  watch(stream: EventStream, position: P): void
  /** For a place that came to no stream. */
  leave(): void
}

/** One open stream. `position` changes with what was sent. */
export interface Watcher<R, P> {
  readonly reader: R
  readonly stream: EventStream
  position: P
}

export interface StreamLimit<R> {
  readonly max: number
  /** Readers with the same key count together. */
  keyOf(reader: R): string
}

export interface StreamPoolOptions<R, P> {
  readonly limits: readonly StreamLimit<R>[]
  /** What a refused client reads. */
  readonly refusal: string
  readonly log: Log
  /** One question for all streams: those for which there may be news. */
  findChanged(watchers: readonly Watcher<R, P>[]): Promise<readonly Watcher<R, P>[]>
  /** Sends what is new and moves the position. Called again if there were changes meanwhile. */
  sendNew(watcher: Watcher<R, P>): Promise<void>
  /** The last stream has ended. */
  onIdle?(): void
}

/** With what reading and sending take, an event is on a screen well within half a second. */
const pollMs = 200

export function streamPool<R extends object, P>(options: StreamPoolOptions<R, P>): StreamPool<R, P> {
  const { limits, refusal, log, findChanged, sendNew, onIdle } = options
  const places = new Set<R>()
  const watchers = new Set<Watcher<R, P>>()
  let timer: NodeJS.Timeout | undefined
  let isDraining = false
  const read = newsReader({ log, sendNew }, (watcher) => watchers.has(watcher))

  const poll = async (): Promise<void> => {
    const asked = new Set(watchers)
    const changed = new Set(await findChanged([...asked]))
    // The question did not include a stream that opened meanwhile.
    for (const watcher of watchers) if (changed.has(watcher) || !asked.has(watcher)) void read(watcher)
  }
  const schedule = (): void => {
    if (timer || watchers.size === 0 || isDraining) return
    timer = setTimeout(() => {
      void poll()
        .catch((error: unknown) => log.warn('live.poll_failed', { error }))
        .finally(() => {
          timer = undefined
          // Without a stream nothing was missed: each stream knows what it has seen.
          if (watchers.size === 0) onIdle?.()
          schedule()
        })
    }, pollMs)
    timer.unref()
  }
  const isFull = (reader: R): boolean =>
    limits.some(({ max, keyOf }) => {
      const key = keyOf(reader)
      return [...places].filter((place) => keyOf(place) === key).length >= max
    })
  return {
    takePlace(reader) {
      if (isDraining) throw new AppError('shutting_down', { retryAfterSeconds: 1 })
      if (isFull(reader)) throw new AppError('rate_limited', { retryAfterSeconds: 15, detail: refusal })
      // A separate entry, also when a cache returns the same reader twice.
      const own = { ...reader }
      places.add(own)
      const leave = (): void => void places.delete(own)
      return {
        leave,
        watch(stream, position) {
          const watcher: Watcher<R, P> = { reader, stream, position }
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
function newsReader<R, P>(
  { log, sendNew }: Pick<StreamPoolOptions<R, P>, 'log' | 'sendNew'>,
  isWatching: (watcher: Watcher<R, P>) => boolean,
): (watcher: Watcher<R, P>) => Promise<void> {
  const reading = new WeakSet<Watcher<R, P>>()
  const changed = new WeakSet<Watcher<R, P>>()
  return async (watcher) => {
    changed.add(watcher)
    if (reading.has(watcher)) return
    reading.add(watcher)
    try {
      while (changed.delete(watcher) && isWatching(watcher)) await sendNew(watcher)
    } catch (error) {
      // Its client comes again with the last event it has seen.
      log.warn('live.poll_failed', { error })
      watcher.stream.end()
    } finally {
      reading.delete(watcher)
    }
  }
}
