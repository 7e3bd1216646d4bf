import { AppError, type FieldError } from '@spindle/contract'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { fieldLocked } from '../content/field-locked.ts'
import { findRevision } from '../deliveries/delivery-queries.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import { findOtherUses, findOutletEvents, type OtherUse } from './audio-queries.ts'
import { findPlayableSince, type PlayableSince } from './find-playable.ts'
import { listReplacedTracks, type ReplacedTrack } from './replaced-tracks.ts'

/**
 * Audio of delivered tracks can be replaced under its ISRC until listeners could have heard it. Checked when it is
 * entered, submitted and approved, because the release can go live in between.
 */

type Delivered = Pick<ReleaseRecord, 'id' | 'firstDeliveredAt' | 'approvedRevision'>
type WrittenTracks = Parameters<typeof listReplacedTracks>[1]

export interface AudioReplacement {
  readonly replaced: readonly ReplacedTrack[]
  /** Why it is refused; empty if it is not. */
  readonly locked: readonly FieldError[]
}

const none: AudioReplacement = { replaced: [], locked: [] }

/** What replacing the audio of delivered tracks by that of `tracks` would mean at `now`. */
export async function findAudioReplacement(
  trx: TenantTransaction,
  { id, firstDeliveredAt, approvedRevision }: Delivered,
  tracks: WrittenTracks,
  now: Date,
): Promise<AudioReplacement> {
  // The approved revision is the one that outlets were given last.
  if (firstDeliveredAt === null || approvedRevision === null) return none
  const delivered = await findRevision(trx, id, approvedRevision)
  const replaced = listReplacedTracks(delivered?.tracks ?? [], tracks)
  if (!delivered || replaced.length === 0) return none
  const playable = findPlayableSince(await findOutletEvents(trx, id), delivered, now)
  const uses = new Map((await findOtherUses(trx, [id], replaced)).map((use) => [use.trackId, use]))
  if (playable)
    return {
      replaced,
      locked: replaced.map((track) => describePlayable(track, playable, { isOnlyHere: !uses.has(track.trackId) })),
    }
  const locked = replaced.flatMap((track) => {
    const use = uses.get(track.trackId)
    return use ? [describeUse(track, use)] : []
  })
  return { replaced, locked }
}

/** The tracks whose audio a submission replaces. Throws `field_locked`. */
export async function requireReplaceableAudio(
  trx: TenantTransaction,
  release: Delivered & Pick<ReleaseRecord, 'tracks'>,
  now: Date,
): Promise<readonly ReplacedTrack[]> {
  const { replaced, locked } = await findAudioReplacement(trx, release, release.tracks, now)
  if (locked.length > 0) throw new AppError('field_locked', { errors: [...locked] })
  return replaced
}

/** Throws `validation_failed` if the edit replaces audio without a reason. */
export function requireAudioChangeReason(
  replaced: readonly Pick<ReplacedTrack, 'title'>[],
  reason: string | null | undefined,
): void {
  const [track] = replaced
  if (!track || (reason ?? '').trim() !== '') return
  throw new AppError('validation_failed', {
    errors: [
      {
        pointer: '/audioChangeReason',
        code: 'audio_change_reason_missing',
        detail: `The audio of the delivered track "${track.title}" would be replaced, and no reason is given.`,
        fix: 'Send audioChangeReason with the same request. To keep the delivered audio, send its uploadId.',
      },
    ],
  })
}

const newRecording =
  'Different audio is a new recording. Send the track without its id, and without its ISRC or with a new one.'

/** A replacement cannot have the ISRC of a recording that a third release has. */
const replaceRelease =
  'To keep the ISRC, take this release down everywhere and create one that `replaces` it, with `audioChangeReason`.'

function describePlayable(
  { index, before, title, isrc }: ReplacedTrack,
  { at, outletId }: PlayableSince,
  { isOnlyHere }: { readonly isOnlyHere: boolean },
): FieldError {
  const since =
    outletId === null
      ? `could be played from ${at.toISOString()}, its release date`
      : `has been live at the outlet ${outletId} since ${at.toISOString()}`
  const detail = `The track "${title}" was delivered with upload ${before} and ${since}. Its ISRC stays with that audio.`
  const fix = isOnlyHere && isrc !== null ? `${newRecording} ${replaceRelease}` : newRecording
  return fieldLocked(`/tracks/${index}/uploadId`, detail, fix)
}

function describeUse({ index, title, isrc }: ReplacedTrack, use: OtherUse): FieldError {
  const other = `release "${use.releaseTitle}" (${use.releaseId})`
  const detail =
    use.isrc === null
      ? `The recording of track "${title}", ISRC ${isrc}, was also delivered on ${other}. An ISRC cannot have two audios.`
      : `The new audio of track "${title}" was already delivered as ISRC ${use.isrc} on ${other}. It cannot be ISRC ${isrc} too.`
  const fix =
    use.isrc === null ? newRecording : `Use other audio, or send the track without its id and with ISRC ${use.isrc}.`
  return fieldLocked(`/tracks/${index}/uploadId`, detail, fix)
}
