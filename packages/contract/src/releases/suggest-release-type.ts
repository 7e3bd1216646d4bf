import type { ReleaseType } from './release-vocabulary.ts'

/** Which type the tracks suggest, by the thresholds Apple publishes. A suggestion only: the label's choice wins. */

/** Apple Music Style Guide: single up to 3 tracks under 10 minutes, EP up to 6, both up to 30 minutes. */
export const releaseTypeLimits = {
  singleTracks: 3,
  epTracks: 6,
  /** A track as long as this makes a single an EP. */
  singleTrackMs: 10 * 60_000,
  shortReleaseMs: 30 * 60_000,
} as const

/** What the tracks suggest, and why in words that can follow "because". */
export interface TypeSuggestion {
  readonly type: ReleaseType
  readonly reason: string
}

/** Takes the durations of all tracks in milliseconds; undefined for audio of unknown length. Pure. */
export function suggestType(durationsMs: readonly (number | undefined)[]): TypeSuggestion {
  const known = durationsMs.filter((duration) => duration !== undefined)
  const totalMs = known.reduce((sum, duration) => sum + duration, 0)
  const longestMs = Math.max(0, ...known)
  const tracks = durationsMs.length === 1 ? '1 track' : `${durationsMs.length} tracks`
  const incomplete = known.length < durationsMs.length ? ' (some tracks are not analysed yet)' : ''
  return {
    type: typeOf(durationsMs.length, totalMs, longestMs),
    reason: `it has ${tracks} with a total of ${clock(totalMs)}, the longest ${clock(longestMs)}${incomplete}`,
  }
}

function typeOf(count: number, totalMs: number, longestMs: number): ReleaseType {
  const { singleTracks, epTracks, singleTrackMs, shortReleaseMs } = releaseTypeLimits
  if (count > epTracks || totalMs > shortReleaseMs) return 'album'
  if (count > singleTracks || longestMs >= singleTrackMs) return 'ep'
  return 'single'
}

const clock = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
