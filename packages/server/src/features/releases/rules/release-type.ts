import type { ReleaseType } from '@spindle/contract'
import { defineRule, type ReleaseRule } from './release-rule.ts'
import { audioOf, type ReleaseForRules } from './view.ts'

/** Which type the tracks suggest, by the thresholds Apple publishes. A suggestion only: the wish of a label wins. */

const tenMinutesMs = 10 * 60_000
const thirtyMinutesMs = 30 * 60_000

export interface TypeSuggestion {
  readonly type: ReleaseType
  /** Why, in words that can follow "because". */
  readonly reason: string
}

const clock = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const typeOf = (count: number, totalMs: number, longestMs: number): ReleaseType => {
  if (count > 6 || totalMs > thirtyMinutesMs) return 'album'
  if (count > 3 || longestMs >= tenMinutesMs) return 'ep'
  return 'single'
}

/** Takes the durations of all tracks in milliseconds; undefined for audio that is not analysed yet. */
export function suggestType(durationsMs: readonly (number | undefined)[]): TypeSuggestion {
  const known = durationsMs.filter((duration) => duration !== undefined)
  const totalMs = known.reduce((sum, duration) => sum + duration, 0)
  const longestMs = Math.max(0, ...known)
  const tracks = durationsMs.length === 1 ? '1 track' : `${durationsMs.length} tracks`
  const incomplete = known.length < durationsMs.length ? ', as far as they are analysed' : ''
  return {
    type: typeOf(durationsMs.length, totalMs, longestMs),
    reason: `it has ${tracks} of ${clock(totalMs)} in all, the longest ${clock(longestMs)}${incomplete}`,
  }
}

/** The type the tracks of a release suggest. */
export const suggestedTypeOf = (view: ReleaseForRules): TypeSuggestion =>
  suggestType(view.release.tracks.map((track) => audioOf(view, track)?.durationMs))

export const releaseTypeRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'type_mismatch',
    severity: 'warning',
    appliesTo: 'release',
    title: 'The type fits number and length of the tracks',
    fix: 'Change type, or keep it: the wish of a label wins.',
    source: 'Apple Music Style Guide: single up to 3 tracks under 10 minutes, EP up to 6, both up to 30 minutes',
    check: (view) => {
      const { type, reason } = suggestedTypeOf(view)
      return type === view.release.type
        ? []
        : [
            {
              pointer: '/type',
              message: `The type is ${view.release.type}; stores would list it as ${type}, because ${reason}.`,
              fix: `Set type to ${type}, or keep ${view.release.type}: the wish of a label wins.`,
            },
          ]
    },
  }),
]
