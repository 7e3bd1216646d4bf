import { findingOfRefusedTrack } from '@spindle/contract/rules'
import type { DeliveredTrack, OutletReason } from '../../outlets/index.ts'
import type { DeliveryTrackRow } from './delivery-queries.ts'

/** The states of the tracks in a delivery. Pure. */

export type RefusedTrack = OutletReason & { readonly trackId: string }

/** Those of the revision on its way, each with its status; what the outlet still offers stays until it is replaced. */
export function tracksUnderWay(
  rows: readonly DeliveryTrackRow[],
  tracks: readonly DeliveredTrack[],
  refused: readonly RefusedTrack[] = [],
): DeliveryTrackRow[] {
  const before = new Map(rows.map((row) => [row.trackId, row] as const))
  return tracks.map(({ id }, index) => {
    const reason = refused.find(({ trackId }) => trackId === id)
    const old = before.get(id)
    return {
      trackId: id,
      position: index + 1,
      status: reason ? 'refused' : 'queued',
      finding: reason ? findingOfRefusedTrack({ trackIndex: index, code: reason.code, message: reason.message }) : null,
      offered: old?.offered ?? null,
      uploadId: old?.uploadId ?? null,
    }
  })
}

/** The outlet now offers the tracks it accepted, and no longer offers those removed from the release. */
export function tracksOffered(
  rows: readonly DeliveryTrackRow[],
  tracks: readonly DeliveredTrack[],
): DeliveryTrackRow[] {
  const offered = new Map<string, DeliveredTrack>(tracks.map((track) => [track.id, track]))
  return rows.map((row) => {
    const track = offered.get(row.trackId)
    if (!track) return { ...row, status: 'taken_down', offered: null, uploadId: null }
    return row.status === 'refused' ? row : { ...row, status: 'live', offered: track, uploadId: track.uploadId }
  })
}

export const tracksDown = (rows: readonly DeliveryTrackRow[]): DeliveryTrackRow[] =>
  rows.map((row) => ({ ...row, status: 'taken_down', finding: null, offered: null, uploadId: null }))

/** The outlet has reported that it does not have them after all. */
export const tracksNotOffered = (rows: readonly DeliveryTrackRow[]): DeliveryTrackRow[] =>
  rows.map((row) => ({ ...row, status: row.status === 'live' ? 'queued' : row.status, offered: null, uploadId: null }))
