import { parseIsrc } from '@spindle/contract'
import type { DeliveredTrack } from '../../outlets/index.ts'

/** A track whose audio is not the one that outlets were given. */
export interface ReplacedTrack {
  readonly trackId: string
  /** Position in the release, from 0. */
  readonly index: number
  readonly title: string
  /** Normal form; null for a track that was delivered without one. */
  readonly isrc: string | null
  /** Uploads. */
  readonly before: string
  readonly after: string
}

interface WrittenTrack {
  readonly id: string
  readonly document: { readonly title: string; readonly uploadId?: string }
}

/** Compares with the delivered revision, not with the draft: a track that gets its delivered audio back is unchanged. */
export function listReplacedTracks(
  delivered: readonly Pick<DeliveredTrack, 'id' | 'uploadId' | 'isrc'>[],
  tracks: readonly WrittenTrack[],
): ReplacedTrack[] {
  const before = new Map<string, Pick<DeliveredTrack, 'uploadId' | 'isrc'>>(delivered.map((track) => [track.id, track]))
  return tracks.flatMap(({ id, document: { title, uploadId } }, index) => {
    const old = before.get(id)
    if (!old || uploadId === undefined || old.uploadId === uploadId) return []
    const isrc = old.isrc === undefined ? null : (parseIsrc(old.isrc) ?? null)
    return [{ trackId: id, index, title, isrc, before: old.uploadId, after: uploadId }]
  })
}
