import { parseIsrc, type ReleaseDocument } from '@spindle/contract'
import type { ReadRelease } from '../reader/reading.ts'

type Known = ReleaseDocument['tracks'][number]

const normal = (isrc: string | undefined): string | undefined =>
  isrc === undefined ? undefined : (parseIsrc(isrc) ?? isrc.toUpperCase())

/**
 * The track of the release for each track of the message: by ISRC, or without one by title and place. Each is used
 * once.
 */
export function matchTracks(tracks: ReadRelease['tracks'], known: readonly Known[]): (Known | undefined)[] {
  const free = new Set(known)
  const byIsrc = Map.groupBy(known, ({ isrc }) => normal(isrc))
  const take = (found: Known | undefined): Known | undefined => {
    if (found) free.delete(found)
    return found
  }
  return tracks.map(({ members }, index) => {
    const isrc = normal(members.isrc)
    const same = isrc === undefined ? undefined : byIsrc.get(isrc)?.find((one) => free.has(one))
    if (same) return take(same)
    const inPlace = known[index]
    const isSame = inPlace?.title === members.title && (isrc === undefined || inPlace.isrc === undefined)
    return take(inPlace && isSame && free.has(inPlace) ? inPlace : undefined)
  })
}
