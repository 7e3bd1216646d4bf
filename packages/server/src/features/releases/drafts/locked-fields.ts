import { type FieldError, parseGtin, parseIsrc } from '@spindle/contract'
import { fieldLocked } from '../content/field-locked.ts'
import type { PlacedTrack, ReleaseMembers } from '../model/release-document.ts'
import type { ReleaseRecord } from '../model/release-record.ts'

/**
 * The codes that outlets use for a release and a recording never change after the first delivery: the UPC, each ISRC.
 * Otherwise counts would start at zero, or count for the wrong recording. `audio` has the rule for the audio.
 */
export function findLockedCodes(
  before: ReleaseRecord,
  after: { readonly document: ReleaseMembers; readonly tracks: readonly PlacedTrack[] },
): FieldError[] {
  if (before.firstDeliveredAt === null) return []
  return [
    ...lockedReplaces(before.document, after.document),
    ...lockedUpc(before.document, after.document),
    ...lockedIsrcs(before, after.tracks),
  ]
}

/** It says where the codes came from. */
const lockedReplaces = (before: ReleaseMembers, after: ReleaseMembers): FieldError[] =>
  before.replaces === after.replaces
    ? []
    : [
        before.replaces === undefined
          ? fieldLocked(
              '/replaces',
              'The release was delivered, and it did not replace another one.',
              'Leave out `replaces`. Only a draft can replace a release.',
            )
          : fieldLocked(
              '/replaces',
              `The release was delivered as the replacement of ${before.replaces}.`,
              `Restore \`replaces\` to ${before.replaces}.`,
            ),
      ]

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

function lockedIsrcs(before: ReleaseRecord, after: readonly PlacedTrack[]): FieldError[] {
  const delivered = new Map(before.tracks.filter((track) => track.delivered).map((track) => [track.id, track.document]))
  return after.flatMap(({ id, document }, index) => {
    const old = delivered.get(id)
    if (!old) return []
    return isSame(old.isrc, document.isrc, parseIsrc)
      ? []
      : [
          fieldLocked(
            `/tracks/${index}/isrc`,
            `The track was delivered with ISRC ${old.isrc}.`,
            'Restore this ISRC, or add the recording as a new track.',
          ),
        ]
  })
}
