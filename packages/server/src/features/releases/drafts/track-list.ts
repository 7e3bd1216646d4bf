import type { ReleaseListTrack } from '@spindle/contract'
import { parseIsrc } from '@spindle/contract'
import type { PlacedTrack } from '../model/release-document.ts'
import type { TrackRow } from '../release-store.ts'

/** What a release row keeps of its tracks, so that a page of releases is read from one table. */

interface Measured {
  readonly technical: { readonly kind: string; readonly durationMs?: number } | null
}

const findDurationMs = (upload: Measured | undefined): number | null =>
  upload?.technical?.kind === 'audio' ? (upload.technical.durationMs ?? null) : null

export const toTrackRows = (tracks: readonly PlacedTrack[], uploads: ReadonlyMap<string, Measured>): TrackRow[] =>
  tracks.map(({ id, position, disc, number, document }) => ({
    id,
    position,
    disc,
    number,
    title: document.title,
    isrc: document.isrc === undefined ? null : (parseIsrc(document.isrc) ?? null),
    upload_id: document.uploadId,
    duration_ms: findDurationMs(uploads.get(document.uploadId)),
    document,
  }))

/** The sum of the tracks; null until all are analysed. */
export const sumDurationMs = (tracks: readonly Pick<TrackRow, 'duration_ms'>[]): number | null =>
  tracks.reduce<number | null>(
    (sum, { duration_ms: durationMs }) => (sum === null || durationMs === null ? null : sum + durationMs),
    0,
  )

export const formatTrackList = (tracks: readonly TrackRow[]): string =>
  JSON.stringify(
    tracks.map(
      ({ id, number, title, isrc, duration_ms: durationMs, upload_id: uploadId }): ReleaseListTrack => ({
        id: id as ReleaseListTrack['id'],
        number,
        title,
        isrc,
        durationMs,
        uploadId: uploadId as ReleaseListTrack['uploadId'],
      }),
    ),
  )
