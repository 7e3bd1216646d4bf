/** The state of the audio at one moment. */
export interface Moment {
  readonly positionSeconds: number
  /** It is playing: not paused, seeking, stalled or ended. */
  readonly isHeard: boolean
}

/** Adds up how long a track was really heard, from moments that are recorded at every event of the audio. */
export interface ListeningClock {
  record(moment: Moment): void
  listenedMs(): number
}

interface Run {
  readonly beganMs: number
  readonly beganAtSeconds: number
  lastMs: number
  ms: number
}

/**
 * Within a run without a pause, as much time counts as has passed both on the clock and in the track: a seek moves only the
 * track, a stall or a suspended computer only the clock.
 */
export function listeningClock(now: () => number): ListeningClock {
  let finishedMs = 0
  let run: Run | undefined

  function extend(one: Run, nowMs: number, positionSeconds: number): void {
    const inTrack = (positionSeconds - one.beganAtSeconds) * 1_000
    // The position may already be that after a seek, so one record adds at most the time since the record before.
    const most = one.ms + nowMs - one.lastMs
    one.ms = Math.max(one.ms, Math.min(nowMs - one.beganMs, inTrack, most))
    one.lastMs = nowMs
  }

  return {
    record({ positionSeconds, isHeard }) {
      const nowMs = now()
      if (run) extend(run, nowMs, positionSeconds)
      if (run && !isHeard) {
        finishedMs += run.ms
        run = undefined
      } else if (!run && isHeard) run = { beganMs: nowMs, beganAtSeconds: positionSeconds, lastMs: nowMs, ms: 0 }
    },
    listenedMs: () => Math.round(finishedMs + (run?.ms ?? 0)),
  }
}
