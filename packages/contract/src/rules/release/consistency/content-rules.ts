import type { Explicit } from '../../../releases/release-vocabulary.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import {
  audioOf,
  pointerTo,
  quote,
  type ReleaseForRules,
  type ReleaseRule,
  type TrackForRules,
  tracksOf,
} from '../release-view.ts'

/** The metadata of a track is consistent in itself, with its audio and with the release. */

const durationToleranceMs = 1000

const eachTrack =
  (check: (track: TrackForRules, pointer: string, view: ReleaseForRules) => Hit | undefined) =>
  (view: ReleaseForRules): readonly Hit[] =>
    tracksOf(view).flatMap(({ value, pointer }) => check(value, pointer, view) ?? [])

const hasNoWords = ({ instrumental, language }: TrackForRules): boolean => instrumental === true || language === 'zxx'

const words = (track: TrackForRules, pointer: string): Hit | undefined => {
  if (!hasNoWords(track)) return undefined
  const without = track.instrumental === true ? 'is instrumental' : 'has the language zxx (no lyrics)'
  const name = quote(track.title)
  if (track.lyrics !== undefined)
    return { pointer: `${pointer}/lyrics`, message: `Track ${name} ${without}, but has lyrics.` }
  if (track.language !== undefined && track.language !== 'zxx')
    return {
      pointer: `${pointer}/language`,
      message: `Track ${name} ${without}, but has the language ${track.language}.`,
    }
  return undefined
}

const lessExplicit: readonly (Explicit | undefined)[] = ['clean', 'not_explicit']

/** The position of each track on its disc, counted from 1. */
const numbersOf = (view: ReleaseForRules): readonly number[] => {
  const counts = new Map<number, number>()
  return view.release.tracks.map(({ disc = 1 }) => {
    const number = (counts.get(disc) ?? 0) + 1
    counts.set(disc, number)
    return number
  })
}

const wrongNumbers = (view: ReleaseForRules): readonly Hit[] => {
  const numbers = numbersOf(view)
  return tracksOf(view).flatMap(({ value, pointer }, index) =>
    value.number !== undefined && value.number !== numbers[index]
      ? [
          {
            pointer: `${pointer}/number`,
            message: `Track ${quote(value.title)} has number ${value.number}, but its position is ${numbers[index]}.`,
          },
        ]
      : [],
  )
}

/** Findings where a track contradicts itself, its audio or its release. */
export const contentRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'instrumental_with_words',
    severity: 'error',
    appliesTo: 'track',
    title: 'An instrumental track must not have lyrics or a language',
    fix: 'Remove the lyrics and the language, or do not mark the track as instrumental.',
    source: 'DDEX ERN 4.3 IsInstrumental and LanguageOfPerformance',
    check: eachTrack(words),
  }),
  defineRule({
    id: 'explicit_inconsistent',
    severity: 'error',
    appliesTo: 'track',
    title: 'A release with an explicit track must be marked as explicit',
    fix: 'Mark the release as explicit, or replace the track with a clean version.',
    source: 'DDEX ERN 4.3 ParentalWarningType',
    check: eachTrack((track, pointer, { release }) =>
      track.explicit === 'explicit' && lessExplicit.includes(release.explicit)
        ? {
            pointer: `${pointer}/explicit`,
            message: `Track ${quote(track.title)} is explicit, but the release is ${release.explicit === 'clean' ? 'clean' : 'not explicit'}.`,
          }
        : undefined,
    ),
  }),
  defineRule({
    id: 'duration_mismatch',
    severity: 'error',
    appliesTo: 'track',
    title: 'The duration must match the audio',
    fix: 'Remove the duration, or use the correct file.',
    source: 'DDEX ERN 4.3 Duration',
    check: eachTrack((track, pointer, view) => {
      const measuredMs = audioOf(view, track)?.durationMs
      if (typeof track.durationMs !== 'number' || measuredMs === undefined) return undefined
      if (Math.abs(track.durationMs - measuredMs) <= durationToleranceMs) return undefined
      return {
        pointer: `${pointer}/durationMs`,
        message: `The duration is ${track.durationMs} ms, but the audio lasts ${measuredMs} ms.`,
      }
    }),
  }),
  defineRule({
    id: 'preview_after_end',
    severity: 'error',
    appliesTo: 'track',
    title: 'The preview must start before the end of the track',
    fix: 'Choose an earlier preview start.',
    source: 'DDEX ERN 4.3 ClipDetails',
    check: eachTrack((track, pointer, view) => {
      const durationMs = audioOf(view, track)?.durationMs
      return track.previewStartMs !== undefined && durationMs !== undefined && track.previewStartMs >= durationMs
        ? {
            pointer: `${pointer}/previewStartMs`,
            message: `The preview starts at ${track.previewStartMs / 1000} s, but the track ends at ${durationMs / 1000} s.`,
          }
        : undefined
    }),
  }),
  defineRule({
    id: 'track_number_mismatch',
    severity: 'warning',
    appliesTo: 'track',
    title: 'Track numbers should match the order of the tracks',
    fix: 'Put the tracks in playing order and remove the numbers.',
    source: 'DDEX ERN 4.3 SequenceNumber',
    check: wrongNumbers,
  }),
  defineRule({
    id: 'disc_title_without_disc',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Every disc title should have a disc',
    fix: 'Remove the title, or put tracks on that disc.',
    source: 'DDEX ERN 4.3.2 ResourceGroup/DisplayTitle',
    check: ({ release: { discTitles = [], tracks } }) => {
      const discs = Math.max(...tracks.map(({ disc = 1 }) => disc))
      return discTitles.slice(discs).map((title, index) => ({
        pointer: pointerTo('discTitles', discs + index),
        message: `${quote(title)} is the title of disc ${discs + index + 1}, but the release has ${discs} ${discs === 1 ? 'disc' : 'discs'}.`,
      }))
    },
  }),
]
