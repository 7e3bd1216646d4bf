import { type ReleaseType, releaseTypeLimits, suggestType } from '@spindle/contract'
import { formatCount, formatDuration } from '../../output/format-units.ts'

/** The type the masters suggest, and why, in words. The thresholds are the published ones of the contract. */

/** The type and why it is that. */
export interface TypeChoice {
  readonly type: ReleaseType
  /** "3 tracks, 14:20 in all: ep, because ...". */
  readonly reason: string
}

const minutes = (ms: number): number => Math.round(ms / 60_000)

/** A length that is not known counts as 0 ms. */
export function chooseType(durationsMs: readonly (number | undefined)[], wanted: ReleaseType | undefined): TypeChoice {
  const { type } = suggestType(durationsMs)
  const totalMs = durationsMs.reduce<number>((sum, duration) => sum + (duration ?? 0), 0)
  const isKnown = durationsMs.every((duration) => duration !== undefined)
  const facts = `${formatCount(durationsMs.length, 'track')}, ${isKnown ? '' : 'at least '}${formatDuration(totalMs)} in total`
  const because = explainType(type, durationsMs.length, totalMs)
  if (wanted === undefined || wanted === type) return { type, reason: `${facts}: ${type}, because ${because}` }
  return {
    type: wanted,
    reason: `${facts}: ${wanted}, as you chose. Stores would list it as ${type}, because ${because}`,
  }
}

function explainType(type: ReleaseType, count: number, totalMs: number): string {
  const { singleTracks, epTracks, singleTrackMs, shortReleaseMs } = releaseTypeLimits
  const longest = `${minutes(shortReleaseMs)} minutes`
  switch (type) {
    case 'single':
      return `it has no more than ${singleTracks} tracks, each under ${minutes(singleTrackMs)} minutes, and no more than ${longest}`
    case 'ep':
      return count > singleTracks
        ? `it has more than ${singleTracks} tracks, and no more than ${epTracks} tracks and ${longest}`
        : `one track has ${minutes(singleTrackMs)} minutes or more, and the total is no more than ${longest}`
    case 'album':
      return totalMs > shortReleaseMs ? `it is longer than ${longest}` : `it has more than ${epTracks} tracks`
  }
}
