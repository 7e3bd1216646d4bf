import { parseGtin } from '../../../codes/identifiers.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import {
  comparable,
  type OtherRelease,
  type OtherTrack,
  quote,
  type ReleaseForRules,
  type ReleaseRule,
  tracksOf,
} from '../release-view.ts'
import { recordingsOf } from './recordings.ts'

/** One ISRC is one recording, one UPC one release. A single may reuse on an album: same ISRC, same audio. */

/** Every track whose key an earlier track of the release has, with that earlier one. */
function repeated<T>(tracks: readonly T[], keyOf: (track: T) => string | undefined): readonly (readonly [T, T])[] {
  const first = new Map<string, T>()
  const pairs: (readonly [T, T])[] = []
  for (const track of tracks) {
    const key = keyOf(track)
    if (key === undefined) continue
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, track)
    else pairs.push([track, earlier])
  }
  return pairs
}

const sameIsrcInRelease = (view: ReleaseForRules): readonly Hit[] => {
  // A recording gets one ISRC, so equal audio without an ISRC would get the same one twice.
  const willBeEqual = view.context.assigns.isrc
  return repeated(recordingsOf(view), ({ isrc, hasOwnIsrc, pcmSha256 }) =>
    isrc === undefined && !hasOwnIsrc && willBeEqual ? pcmSha256 : isrc,
  ).map(([track, earlier]) => ({
    pointer: `${track.pointer}/isrc`,
    message:
      track.isrc === undefined
        ? `The audio is the same as track ${quote(earlier.title)}, so both would get the same ISRC.`
        : `${track.isrc} is also the ISRC of track ${quote(earlier.title)}.`,
  }))
}

const ownIsrc = 'Use the upload of that recording, or give this recording its own ISRC.'

function fixOfIsrc({ releaseId, canBeReplaced }: OtherTrack): string {
  if (canBeReplaced === 'now')
    return `${ownIsrc} If this release replaces ${releaseId}, set \`replaces\` to its id and send \`audioChangeReason\`.`
  if (canBeReplaced === 'after_takedown')
    return `${ownIsrc} If this release is to replace ${releaseId}, take that release down everywhere, set \`replaces\` to its id and send \`audioChangeReason\`.`
  return ownIsrc
}

const sameIsrcElsewhere = (view: ReleaseForRules): readonly Hit[] =>
  recordingsOf(view).flatMap((track) => {
    const other = view.context.otherTracks.find(
      ({ isrc, pcmSha256 }) =>
        track.isrc !== undefined &&
        isrc === track.isrc &&
        pcmSha256 !== null &&
        track.pcmSha256 !== undefined &&
        pcmSha256 !== track.pcmSha256,
    )
    if (!other) return []
    const where = `track ${quote(other.title)} of release ${quote(other.releaseTitle)} (${other.releaseId})`
    return [
      {
        pointer: `${track.pointer}/isrc`,
        message: `${track.isrc} already belongs to a different recording: ${where}. It cannot be the ISRC of track ${quote(track.title)} too.`,
        fix: fixOfIsrc(other),
      },
    ]
  })

const sameAudioOtherIsrc = (view: ReleaseForRules): readonly Hit[] => {
  const recordings = recordingsOf(view)
  const inRelease = repeated(recordings, ({ pcmSha256 }) => pcmSha256)
    .filter(([track, earlier]) => track.isrc !== undefined && earlier.isrc !== undefined && track.isrc !== earlier.isrc)
    .map(([track, earlier]) => ({
      pointer: `${track.pointer}/isrc`,
      message: `The audio is the same as track ${quote(earlier.title)}, which has ISRC ${earlier.isrc}. This track has ISRC ${track.isrc}.`,
    }))
  const elsewhere = recordings.flatMap((track) => {
    const other = view.context.otherTracks.find(
      ({ isrc, pcmSha256 }) =>
        track.hasOwnIsrc &&
        track.isrc !== undefined &&
        isrc !== null &&
        isrc !== track.isrc &&
        pcmSha256 === track.pcmSha256,
    )
    if (!other) return []
    const where = `track ${quote(other.title)} of release ${quote(other.releaseTitle)} (${other.releaseId})`
    return [
      {
        pointer: `${track.pointer}/isrc`,
        message: `The audio is the same as ${where}, which has ISRC ${other.isrc}. This track has ISRC ${track.isrc}.`,
      },
    ]
  })
  return [...inRelease, ...elsewhere]
}

const sameUpc = ({ release, context }: ReleaseForRules): readonly Hit[] => {
  const gtin14 = release.upc === undefined ? undefined : parseGtin(release.upc)
  const other = context.otherReleases.find((candidate) => candidate.gtin14 === gtin14)
  return other
    ? [
        {
          pointer: '/upc',
          message: `Release ${quote(other.title)} (${other.releaseId}) already has this UPC.`,
          fix: fixOfUpc(other),
        },
      ]
    : []
}

const ownUpc = 'Give this release its own UPC'

function fixOfUpc({ releaseId, place, isReplaced }: OtherRelease): string {
  if (isReplaced) return `${ownUpc}.`
  if (place === 'down') return `${ownUpc}. If it replaces ${releaseId}, set \`replaces\` to that id.`
  if (place === 'out')
    return `${ownUpc}, or edit ${releaseId}. To replace ${releaseId}, take it down everywhere and set \`replaces\` to its id.`
  return `${ownUpc}, or withdraw ${releaseId}.`
}

/** Findings about identifiers and audio that something else in the release or the account has too. */
export const duplicateRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'duplicate_isrc',
    version: 2,
    severity: 'error',
    appliesTo: 'track',
    title: 'An ISRC must appear only once in a release',
    fix: 'Give each recording its own ISRC, or remove the repeated track.',
    source: 'ISO 3901:2019; DDEX ERN 4.3 ResourceId/ISRC',
    check: sameIsrcInRelease,
  }),
  defineRule({
    id: 'isrc_other_audio',
    severity: 'error',
    appliesTo: 'track',
    title: 'An ISRC must identify one recording',
    fix: ownIsrc,
    source: 'ISO 3901:2019',
    check: sameIsrcElsewhere,
  }),
  defineRule({
    id: 'audio_other_isrc',
    severity: 'warning',
    appliesTo: 'track',
    title: 'A recording should keep its ISRC',
    fix: 'Use the existing ISRC of the recording. A new one splits its play counts.',
    source: 'ISO 3901:2019',
    check: sameAudioOtherIsrc,
  }),
  defineRule({
    id: 'duplicate_upc',
    version: 2,
    severity: 'error',
    appliesTo: 'release',
    title: 'A UPC must identify one release',
    fix: 'Give this release its own UPC, or replace the release that has this UPC.',
    source: 'GS1 General Specifications; DDEX ERN 4.3 ReleaseId/ICPN',
    check: sameUpc,
  }),
  defineRule({
    id: 'duplicate_track',
    severity: 'warning',
    appliesTo: 'track',
    title: 'Tracks of a release should differ in title or version',
    fix: 'Describe the difference in the version, such as Live, Acoustic or Remix.',
    source: 'Style guides of stores on equal track titles',
    check: (view) =>
      repeated(tracksOf(view), ({ value }) => `${comparable(value.title)}\n${comparable(value.version)}`).map(
        ([track]) => ({
          pointer: `${track.pointer}/title`,
          message: `Another track has the same title, ${quote(track.value.title)}.`,
        }),
      ),
  }),
]
