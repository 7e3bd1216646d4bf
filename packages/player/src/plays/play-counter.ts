import { listeningClock, type Moment } from './listening-clock.ts'

/** One play, as `POST /api/integration/plays` takes it. The site's server adds the territory. */
export interface CountedPlay {
  /** Stays the same when the play is sent again, so that it counts once. */
  readonly id: string
  readonly trackId: string
  /** When the listening started (RFC 3339). */
  readonly at: string
  /** Listening time in milliseconds. */
  readonly playedMs: number
  /** How the listener found the track; attribute `source`. */
  readonly source?: string
  /** ERN CommercialModelType; attribute `model`. */
  readonly model?: string
}

/** A play counts after this time. */
export const countedAfterMs = 30_000
/** Of a short track, this share is enough. */
const countedShare = 0.9
/** An unfinished play is saved again after this much more listening. */
const savedEveryMs = 5_000
/** The contract allows one day. */
const maxPlayedMs = 86_400_000

/** How much of a track must be heard for a play. */
export const neededMs = (durationMs: number | null | undefined): number =>
  durationMs ? Math.min(countedAfterMs, durationMs * countedShare) : countedAfterMs

/** Decides what is a play. One track played from its start to its end, or until another is chosen, is at most one. */
export interface PlayCounter {
  /** A track starts from its beginning; the play before ends. */
  begin(track: { readonly trackId: string; readonly durationMs?: number | null }): void
  /** The audio at an event. */
  record(moment: Moment): void
  /** The play is over. */
  end(): void
  /** The page may not come back: what counts is reported now. What is heard later belongs to the same play. */
  leave(): void
}

/** What a counter uses of its surroundings. */
export interface PlayCounterNeeds {
  /** Milliseconds of a clock that is never set back. */
  monotonicMs(): number
  /** Milliseconds since 1970. */
  nowMs(): number
  makeId(): string
  /** Members that all plays have. */
  context(): Pick<CountedPlay, 'source' | 'model'>
  /** A play that counts. One that is not final yet may come again with the same id and more time. */
  save(play: CountedPlay, isFinal: boolean): void
}

interface Current {
  readonly id: string
  readonly trackId: string
  readonly neededMs: number
  readonly clock: ReturnType<typeof listeningClock>
  at?: string
  savedMs: number
  isReported: boolean
}

/** A counter without I/O: clocks and ids come from outside. */
export function playCounter(needs: PlayCounterNeeds): PlayCounter {
  let current: Current | undefined

  function save(one: Current, isFinal: boolean): void {
    const playedMs = one.clock.listenedMs()
    if (one.isReported || one.at === undefined || playedMs < one.neededMs) return
    if (!isFinal && one.savedMs > 0 && playedMs - one.savedMs < savedEveryMs) return
    one.savedMs = playedMs
    one.isReported = isFinal
    const { id, trackId, at } = one
    needs.save({ id, trackId, at, playedMs: Math.min(playedMs, maxPlayedMs), ...needs.context() }, isFinal)
  }

  function end(): void {
    if (current) save(current, true)
    current = undefined
  }

  return {
    begin({ trackId, durationMs }) {
      end()
      const clock = listeningClock(needs.monotonicMs)
      current = { id: needs.makeId(), trackId, neededMs: neededMs(durationMs), clock, savedMs: 0, isReported: false }
    },
    record(moment) {
      if (!current) return
      if (moment.isHeard) current.at ??= new Date(needs.nowMs()).toISOString()
      current.clock.record(moment)
      save(current, false)
    },
    end,
    leave() {
      if (current) save(current, true)
    },
  }
}
