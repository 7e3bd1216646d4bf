import type { TrackEdit } from '../../../releases/release-model.ts'
import { writerRoles } from '../../../releases/release-vocabulary.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import {
  contributorsOf,
  declaresAi,
  mainArtists,
  quote,
  type ReleaseForRules,
  type ReleaseRule,
  tracksOf,
} from '../release-view.ts'

/** What submitting needs on each track. Members a track leaves out come from the release where that makes sense. */

/** One hit at `member` of each track for which `isMissing` says so. */
const eachTrack =
  (member: string, what: string, isMissing: (track: TrackEdit, view: ReleaseForRules) => boolean) =>
  (view: ReleaseForRules): readonly Hit[] =>
    tracksOf(view)
      .filter(({ value }) => isMissing(value, view))
      .map(({ value, pointer }) => ({
        pointer: `${pointer}/${member}`,
        message: `Track ${quote(value.title)} ${what}.`,
      }))

const undeclaredAi = eachTrack(
  'aiUsage',
  'does not say how far it was made by AI, while others do',
  ({ aiUsage }) => !declaresAi(aiUsage),
)

/** Findings about members of tracks that submitting needs. */
export const requiredTrackRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'track_main_artist_missing',
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'track',
    title: 'Every track needs a main artist',
    fix: 'Name a main artist of the track, or leave its contributors empty to take those of the release.',
    source: 'DDEX ERN 4.3 SoundRecording/DisplayArtist',
    // When nobody is named anywhere, the finding on the release says it all.
    check: eachTrack(
      'contributors',
      'has no main artist',
      (track, view) =>
        (track.contributors !== undefined || view.release.isCompilation === true) &&
        mainArtists(contributorsOf(view, track)).length === 0,
    ),
  }),
  defineRule({
    id: 'composer_missing',
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'track',
    title: 'Every track needs a composer, lyricist or songwriter unless its work is in the public domain',
    fix: 'Name a composer, lyricist or songwriter, or choose public domain as its composition.',
    source: 'DDEX ERN 4.3 SoundRecording/Contributor',
    check: eachTrack(
      'contributors',
      'names nobody who wrote it',
      (track, view) =>
        track.composition !== 'public_domain' &&
        !contributorsOf(view, track).some(({ role }) => writerRoles.includes(role)),
    ),
  }),
  defineRule({
    id: 'track_explicit_missing',
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'track',
    title: 'On an explicit release of several tracks each track says whether it is explicit',
    fix: 'Choose explicit, clean or not explicit for the track.',
    source: 'DDEX ERN 4.3 SoundRecording/ParentalWarningType',
    check: eachTrack(
      'explicit',
      'does not say whether it is explicit, and the release is',
      (track, { release }) =>
        track.explicit === undefined && release.explicit === 'explicit' && release.tracks.length > 1,
    ),
  }),
  defineRule({
    id: 'track_language_missing',
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'track',
    version: 2,
    title: 'Every track says in which language it is sung, unless it is that of the release',
    fix: 'Give the language as a tag such as en or pt-BR, zxx for no words, or mark the track as instrumental.',
    source: 'DDEX ERN 4.3 LanguageOfPerformance',
    check: eachTrack(
      'language',
      'does not say in which language it is sung, and neither does the release',
      (track, { release }) =>
        track.language === undefined && track.instrumental !== true && release.language === undefined,
    ),
  }),
  defineRule({
    id: 'composition_missing',
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'track',
    title: 'Every track says whether its work is original, a cover, an adaptation or in the public domain',
    fix: 'Choose original, cover, adaptation or public domain.',
    source: 'DDEX ERN 4.3 IsCover',
    check: eachTrack(
      'composition',
      'does not say whether it is original, a cover, an adaptation or in the public domain',
      (track) => track.composition === undefined,
    ),
  }),
  defineRule({
    id: 'samples_undeclared',
    severity: 'warning',
    appliesTo: 'track',
    title: 'A track should say whether it holds samples of others',
    fix: 'Answer yes or no.',
    source: 'Terms of stores on samples of recordings of others',
    check: eachTrack(
      'containsSamples',
      'does not say whether it holds samples of recordings of others',
      (track) => track.containsSamples === undefined,
    ),
  }),
  defineRule({
    id: 'track_ai_usage_undeclared',
    code: 'ai_usage_undeclared',
    version: 2,
    severity: 'warning',
    appliesTo: 'track',
    title: 'A track should say how far AI made it, unless the release says it for all',
    fix: 'Choose for each part: no AI, assisted or generated by AI.',
    source: 'DDEX ERN 4.3.2 disclosure of AI contributions',
    // When the release is silent as well, the finding on the release says it for all.
    check: (view) =>
      !declaresAi(view.release.aiUsage) && view.release.tracks.some(({ aiUsage }) => declaresAi(aiUsage))
        ? undeclaredAi(view)
        : [],
  }),
]
