import { parseIsrc } from '@spindle/contract'
import type { PlacedTrack, ReleaseMembers } from '../model/release-document.ts'
import type { NamedParty } from '../release-queries.ts'

/** The parties that a release names, with the numbers of the tracks that credit them. Pure. */

type Credited = Pick<ReleaseMembers, 'contributors'>

const idsOf = ({ contributors = [] }: Credited): string[] => contributors.flatMap(({ partyId }) => partyId ?? [])

/** A track without contributors has those of the release. */
export function countCredits(release: Credited, tracks: readonly Pick<PlacedTrack, 'document'>[]): NamedParty[] {
  const named = new Map<string, { tracks: number; readonly isrcs: Set<string> }>()
  const countOf = (id: string) => {
    const counted = named.get(id) ?? { tracks: 0, isrcs: new Set<string>() }
    named.set(id, counted)
    return counted
  }
  for (const id of idsOf(release)) countOf(id)
  for (const { document } of tracks)
    for (const id of new Set(idsOf(document.contributors === undefined ? release : document))) {
      const counted = countOf(id)
      counted.tracks += 1
      const isrc = parseIsrc(document.isrc ?? '')
      if (isrc !== undefined) counted.isrcs.add(isrc)
    }
  return [...named].map(([id, { tracks: count, isrcs }]) => ({ id, tracks: count, isrcs: [...isrcs].toSorted() }))
}
