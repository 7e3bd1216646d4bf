import {
  availableAt,
  composeDisplayArtist,
  normaliseGtin,
  parseGtin,
  parseIsrc,
  type ReleaseDocument,
} from '@spindle/contract'

/** What follows from a submitted release: the columns by which it is found, and the places of its tracks. Pure. */

export type ReleaseMembers = Omit<ReleaseDocument, 'tracks'>
export type TrackDocument = ReleaseDocument['tracks'][number]

/** A track with its identity and its place. */
export interface PlacedTrack {
  readonly id: string
  readonly position: number
  readonly disc: number
  readonly number: number
  readonly document: Omit<TrackDocument, 'id'>
}

/**
 * ISRCs and UPCs are stored in their normal form, so that equal ones compare equal; an invalid one stays as written. A duration
 * of null means the same as absent.
 */
export function normaliseDocument({ submit: _submit, ...input }: ReleaseDocument & { submit?: boolean }) {
  const tracks = input.tracks.map(({ durationMs, ...track }) => ({
    ...track,
    ...(durationMs === undefined || durationMs === null ? {} : { durationMs }),
    ...(track.isrc === undefined ? {} : { isrc: parseIsrc(track.isrc) ?? track.isrc }),
  }))
  const upc = input.upc === undefined ? {} : { upc: normaliseGtin(input.upc) ?? input.upc }
  return { ...input, ...upc, tracks } as ReleaseDocument
}

/**
 * Numbers the tracks of each disc in order. A number that equals the position is not stored: it would be wrong after a
 * move.
 */
export function placeTracks(tracks: readonly TrackDocument[], makeId: () => string): PlacedTrack[] {
  const counts = new Map<number, number>()
  return tracks.map(({ id, ...document }, index) => {
    const disc = document.disc ?? 1
    const number = (counts.get(disc) ?? 0) + 1
    counts.set(disc, number)
    const { number: given, ...rest } = document
    return {
      id: id ?? makeId(),
      position: index + 1,
      disc,
      number,
      document: given === undefined || given === number ? rest : document,
    }
  })
}

/** The columns of a release that follow from its document. */
export function toColumns(document: ReleaseMembers) {
  const displayArtist = composeDisplayArtist(document)
  const available = availableAt(document)
  return {
    type: document.type,
    title: document.title,
    displayArtist,
    label: document.label ?? null,
    upc: document.upc ?? null,
    gtin14: document.upc === undefined ? null : (parseGtin(document.upc) ?? null),
    externalId: document.externalId ?? null,
    explicit: document.explicit ?? null,
    territories: document.territories ?? null,
    coverUploadId: document.coverUploadId ?? null,
    // An impossible date gets a finding; it cannot be stored in a date column.
    releaseDate: available === undefined ? null : (document.releaseDate ?? null),
    availableAt: available?.toISOString() ?? null,
    document,
  }
}
