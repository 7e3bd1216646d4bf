import { parseIsrc } from '../../../codes/identifiers.ts'
import type { Hit } from '../../define-rule.ts'
import {
  type KnownRecording,
  quote,
  type ReleaseForRules,
  type TrackForRules,
  tracksOf,
  type UploadForRules,
} from '../release-view.ts'

/** The tracks of a release as recordings: the digest of the samples says which tracks are the same recording. */

/** What identifies the recording of a track. */
export interface TrackAudio {
  /** Normal form. */
  readonly isrc: string | undefined
  /** False if the caller entered none. */
  readonly hasOwnIsrc: boolean
  /** Undefined until the upload is analysed. */
  readonly pcmSha256: string | undefined
}

/** `isrc` of a track without one is that of its audio, if the audio is known. */
export interface Recording extends TrackAudio {
  readonly title: string
  readonly pointer: string
}

export function trackAudioOf(
  { isrc, uploadId }: Pick<TrackForRules, 'isrc' | 'uploadId'>,
  uploads: ReadonlyMap<string, Pick<UploadForRules, 'technical'>>,
): TrackAudio {
  const technical = uploads.get(uploadId ?? '')?.technical
  return {
    isrc: isrc === undefined ? undefined : parseIsrc(isrc),
    hasOwnIsrc: isrc !== undefined,
    pcmSha256: technical?.kind === 'audio' ? technical.pcmSha256 : undefined,
  }
}

/**
 * The ISRC of each audio that has one, by the digest of its samples. What the account knows comes before what another
 * track of the release has.
 */
export function isrcsByAudio(
  tracks: readonly Pick<TrackAudio, 'isrc' | 'pcmSha256'>[],
  known: readonly Pick<KnownRecording, 'isrc' | 'pcmSha256'>[],
): ReadonlyMap<string, string> {
  const isrcs = new Map<string, string>()
  for (const { isrc, pcmSha256 } of [...known, ...tracks])
    if (isrc !== undefined && pcmSha256 !== undefined && !isrcs.has(pcmSha256)) isrcs.set(pcmSha256, isrc)
  return isrcs
}

const recordings = new WeakMap<ReleaseForRules, readonly Recording[]>()

/** Kept with the view: several rules compare recordings, and a release may have 500. */
export function recordingsOf(view: ReleaseForRules): readonly Recording[] {
  const kept = recordings.get(view)
  if (kept) return kept
  const written = tracksOf(view).map(({ value, pointer }) => ({
    title: value.title,
    pointer,
    ...trackAudioOf(value, view.uploads),
  }))
  const known = isrcsByAudio(written, view.context.knownRecordings)
  const found = written.map((track) =>
    track.hasOwnIsrc || track.pcmSha256 === undefined ? track : { ...track, isrc: known.get(track.pcmSha256) },
  )
  recordings.set(view, found)
  return found
}

/** Tracks without an ISRC whose audio has one in the account. */
export const isrcIsReused = (view: ReleaseForRules): readonly Hit[] =>
  recordingsOf(view).flatMap(({ isrc, hasOwnIsrc, pcmSha256, pointer }) => {
    const known = view.context.knownRecordings.find((recording) => recording.pcmSha256 === pcmSha256)
    if (hasOwnIsrc || known === undefined) return []
    const where = `track ${quote(known.title)} of release ${quote(known.releaseTitle)} (${known.releaseId})`
    const message = `The audio is already known as ISRC ${isrc}: ${where}. The submission uses this ISRC.`
    return [{ pointer: `${pointer}/isrc`, message }]
  })
