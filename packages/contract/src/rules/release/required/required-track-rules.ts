import { writerRoles } from '../../../releases/release-vocabulary.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import {
  contributorsOf,
  declaresAi,
  mainArtists,
  quote,
  type ReleaseForRules,
  type ReleaseRule,
  type TrackForRules,
  tracksOf,
} from '../release-view.ts'

/** What submitting needs on each track. Members a track leaves out come from the release where that makes sense. */

/** One hit at `member` of each track for which `isMissing` is true. */
const eachTrack =
  (member: string, what: string, isMissing: (track: TrackForRules, view: ReleaseForRules) => boolean) =>
  (view: ReleaseForRules): readonly Hit[] =>
    tracksOf(view)
      .filter(({ value }) => isMissing(value, view))
      .map(({ value, pointer }) => ({
        pointer: `${pointer}/${member}`,
        message: `Track ${quote(value.title)} ${what}.`,
      }))

const undeclaredAi = eachTrack(
  'aiUsage',
  'does not declare its use of AI, but other tracks do',
  ({ aiUsage }) => !declaresAi(aiUsage),
)

/** Findings about members of tracks that submitting needs. */
export const requiredTrackRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'track_main_artist_missing',
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'track',
    title: 'Every track must have a main artist',
    fix: 'Add a main artist to the track. Or leave its contributors empty to use those of the release.',
    source: 'DDEX ERN 4.3 SoundRecording/DisplayArtist',
    // If no one is named anywhere, the finding on the release is enough.
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
    title: 'Every track must have a composer, lyricist or songwriter, unless the work is in the public domain',
    fix: 'Add a composer, lyricist or songwriter. Or set the composition to public domain.',
    source: 'DDEX ERN 4.3 SoundRecording/Contributor',
    check: eachTrack(
      'contributors',
      'has no composer, lyricist or songwriter',
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
    title: 'Every track of an explicit release with several tracks must have a parental advisory',
    fix: 'Choose explicit, clean or not explicit for the track.',
    source: 'DDEX ERN 4.3 SoundRecording/ParentalWarningType',
    check: eachTrack(
      'explicit',
      'has no parental advisory, but the release is explicit',
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
    title: 'Every track must have a language, unless the release has one',
    fix: 'Enter the language as a tag such as en or pt-BR. For music without lyrics, enter zxx or mark the track as instrumental.',
    source: 'DDEX ERN 4.3 LanguageOfPerformance',
    check: eachTrack(
      'language',
      'has no language, and neither has the release',
      (track, { release }) =>
        track.language === undefined && track.instrumental !== true && release.language === undefined,
    ),
  }),
  defineRule({
    id: 'composition_missing',
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'track',
    title: 'Every track must have a composition type',
    fix: 'Choose original, cover version, adaptation or public domain.',
    source: 'DDEX ERN 4.3 IsCover',
    check: eachTrack('composition', 'has no composition type', (track) => track.composition === undefined),
  }),
  defineRule({
    id: 'samples_undeclared',
    severity: 'warning',
    appliesTo: 'track',
    title: 'A track should state whether it contains third-party samples',
    fix: 'Choose yes or no.',
    source: 'Store terms on third-party samples',
    check: eachTrack(
      'containsSamples',
      'does not state whether it contains third-party samples',
      (track) => track.containsSamples === undefined,
    ),
  }),
  defineRule({
    id: 'track_ai_usage_undeclared',
    code: 'ai_usage_undeclared',
    version: 2,
    severity: 'warning',
    appliesTo: 'track',
    title: 'A track should declare its use of AI, unless the release does',
    fix: 'For each part, choose no AI, AI-assisted or AI-generated.',
    source: 'DDEX ERN 4.3.2 disclosure of AI contributions',
    // If the release has no value either, the finding on the release is enough for all.
    check: (view) =>
      !declaresAi(view.release.aiUsage) && view.release.tracks.some(({ aiUsage }) => declaresAi(aiUsage))
        ? undeclaredAi(view)
        : [],
  }),
]
