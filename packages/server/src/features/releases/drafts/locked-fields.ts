import { AppError, type FieldError, parseGtin, parseIsrc } from '@spindle/contract'
import type { PlacedTrack, ReleaseMembers } from '../model/release-document.ts'
import type { ReleaseRecord } from '../model/release-record.ts'

/**
 * The identifiers that outlets use for a release and a recording never change after the first delivery: the UPC, each
 * ISRC, the audio of a track. Otherwise counts would start at zero, or count for the wrong recording.
 */
export function requireUnlocked(
  before: ReleaseRecord,
  after: { readonly document: ReleaseMembers; readonly tracks: readonly PlacedTrack[] },
): void {
  if (before.firstDeliveredAt === null) return
  const locked = [...lockedUpc(before.document, after.document), ...lockedTracks(before, after.tracks)]
  if (locked.length > 0) throw new AppError('field_locked', { errors: locked })
}

const isSame = (before: string | undefined, after: string | undefined, parse: (text: string) => string | undefined) =>
  before === undefined ||
  before === after ||
  (after !== undefined && parse(before) !== undefined && parse(before) === parse(after))

const lockedUpc = (before: ReleaseMembers, after: ReleaseMembers): FieldError[] =>
  isSame(before.upc, after.upc, parseGtin)
    ? []
    : [
        fieldLocked(
          '/upc',
          `The release was delivered with UPC ${before.upc}.`,
          'Restore this UPC, or clone the release.',
        ),
      ]

function lockedTracks(before: ReleaseRecord, after: readonly PlacedTrack[]): FieldError[] {
  const delivered = new Map(before.tracks.filter((track) => track.delivered).map((track) => [track.id, track.document]))
  return after.flatMap(({ id, document }, index) => {
    const old = delivered.get(id)
    if (!old) return []
    const isrc = isSame(old.isrc, document.isrc, parseIsrc)
      ? []
      : [
          fieldLocked(
            `/tracks/${index}/isrc`,
            `The track was delivered with ISRC ${old.isrc}.`,
            'Restore this ISRC, or add the recording as a new track.',
          ),
        ]
    const audio =
      old.uploadId === document.uploadId
        ? []
        : [
            fieldLocked(
              `/tracks/${index}/uploadId`,
              `The track was delivered with upload ${old.uploadId}.`,
              'Different audio is a new recording. Omit the id of the track to add it as a new track.',
            ),
          ]
    return [...isrc, ...audio]
  })
}

const fieldLocked = (pointer: string, detail: string, fix: string): FieldError => ({
  pointer,
  code: 'field_locked',
  detail,
  fix,
})
