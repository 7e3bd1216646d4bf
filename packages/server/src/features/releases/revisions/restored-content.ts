import { parseGtin, parseIsrc, type ReleaseDocument, type RestoredRevision } from '@spindle/contract'
import type { UploadFacts } from '../../uploads/index.ts'
import type { FrozenRevision } from '../deliveries/delivery-queries.ts'
import type { ReleaseMembers, TrackDocument } from '../model/release-document.ts'
import type { ReleaseRecord, TrackRecord } from '../model/release-record.ts'

/** What a release becomes when an earlier revision is restored, and what cannot return. Pure. */

type Kept = RestoredRevision['kept'][number]

export interface RestoredContent {
  readonly document: ReleaseMembers
  readonly tracks: readonly TrackDocument[]
  readonly kept: readonly Kept[]
}

export interface Surroundings {
  readonly uploads: ReadonlyMap<string, Pick<UploadFacts, 'status'>>
}

export function restoreContent(
  now: Pick<ReleaseRecord, 'document' | 'tracks' | 'firstDeliveredAt'>,
  frozen: Pick<FrozenRevision, 'document' | 'tracks'>,
  surroundings: Surroundings,
): RestoredContent {
  const kept: Kept[] = []
  const keep = (pointer: string, message: string): void => void kept.push({ pointer, message })
  const document = restoreMembers(now, frozen.document, { ...surroundings, keep })
  const present = new Map(now.tracks.map((track) => [track.id, track]))
  const tracks = frozen.tracks.flatMap((track, index) => {
    const restored = restoreTrack(present.get(track.id), track, { ...surroundings, keep, at: `/tracks/${index}` })
    return restored ? [restored] : []
  })
  return { document, tracks, kept }
}

interface Keeping extends Surroundings {
  keep(pointer: string, message: string): void
}

const isGone = ({ uploads }: Surroundings, uploadId: string): boolean =>
  (uploads.get(uploadId)?.status ?? 'expired') === 'expired'

/** A member that stays: as it is now, or absent as it is now. */
const withPresent = <K extends keyof ReleaseMembers>(
  document: ReleaseMembers,
  now: ReleaseMembers,
  member: K,
): ReleaseMembers => {
  const { [member]: _earlier, ...rest } = document
  return (now[member] === undefined ? rest : { ...rest, [member]: now[member] }) as ReleaseMembers
}

function restoreMembers(
  { document: now, firstDeliveredAt }: Pick<ReleaseRecord, 'document' | 'firstDeliveredAt'>,
  earlier: ReleaseMembers,
  keeping: Keeping,
): ReleaseMembers {
  let document = earlier
  const { upc, coverUploadId, externalId } = earlier
  const isUpcLocked = firstDeliveredAt !== null && now.upc !== undefined
  if (isUpcLocked && parseGtin(upc ?? '') !== parseGtin(now.upc ?? '')) {
    keeping.keep('/upc', `The release was delivered with UPC ${now.upc}.`)
    document = withPresent(document, now, 'upc')
  }
  // It says where the codes came from.
  if (firstDeliveredAt !== null && earlier.replaces !== now.replaces) {
    const message =
      now.replaces === undefined
        ? 'The release was delivered, and it did not replace another one.'
        : `The release was delivered as the replacement of ${now.replaces}.`
    keeping.keep('/replaces', message)
    document = withPresent(document, now, 'replaces')
  }
  if (coverUploadId !== undefined && coverUploadId !== now.coverUploadId && isGone(keeping, coverUploadId)) {
    keeping.keep('/coverUploadId', `The upload ${coverUploadId} was deleted.`)
    document = withPresent(document, now, 'coverUploadId')
  }
  // It names the release in the system of the account, which may have given it to another one meanwhile.
  if (externalId !== now.externalId) {
    keeping.keep('/externalId', 'The externalId is not restored. Change it if you need the earlier one.')
    document = withPresent(document, now, 'externalId')
  }
  return document
}

/** Undefined if the track cannot return at all. The length belongs to the audio and is measured again. */
function restoreTrack(
  now: TrackRecord | undefined,
  { durationMs: _measured, ...earlier }: FrozenRevision['tracks'][number],
  { at, ...keeping }: Keeping & { readonly at: string },
): TrackDocument | undefined {
  const { isrc: _isrc, uploadId: _uploadId, ...members } = earlier
  const uploadId = audioOf(now, earlier.uploadId, { ...keeping, at })
  if (uploadId === undefined) return undefined
  const isrc = isrcOf(now, earlier.isrc, { ...keeping, at })
  return { ...members, uploadId, ...(isrc === undefined ? {} : { isrc }) } as ReleaseDocument['tracks'][number]
}

type Place = Keeping & { readonly at: string }

function audioOf(now: TrackRecord | undefined, earlier: string, { at, ...keeping }: Place): string | undefined {
  if (now?.document.uploadId === earlier) return earlier
  if (now?.delivered) {
    keeping.keep(`${at}/uploadId`, 'Outlets have the track. Replace its audio with a reason instead.')
    return now.document.uploadId
  }
  if (!isGone(keeping, earlier)) return earlier
  keeping.keep(now ? `${at}/uploadId` : at, `The upload ${earlier} was deleted.`)
  return now?.document.uploadId
}

function isrcOf(now: TrackRecord | undefined, earlier: string | undefined, { at, keep }: Place): string | undefined {
  const present = now?.document.isrc
  if (!now?.delivered || present === undefined || parseIsrc(earlier ?? '') === parseIsrc(present)) return earlier
  keep(`${at}/isrc`, `The track was delivered with ISRC ${present}.`)
  return present
}
