import type { Contributor } from '@spindle/contract'
import { nameKey } from '../../../platform/values/name-key.ts'
import type { PlacedTrack, ReleaseMembers } from '../model/release-document.ts'
import type { CreditedName } from '../release-queries.ts'

/** The names that a release credits without naming a party, with the numbers of their tracks. Pure. */

type Credited = Pick<ReleaseMembers, 'contributors'>

interface Counted {
  tracks: number
  readonly roles: Map<string, number>
  readonly ids: NonNullable<Contributor['partyIds']>
}

const unlinkedByName = ({ contributors = [] }: Credited): Map<string, Contributor[]> =>
  Map.groupBy(
    contributors.filter(({ partyId }) => partyId === undefined),
    ({ name }) => name,
  )

/** A track without contributors has those of the release. */
export function countNames(release: Credited, tracks: readonly Pick<PlacedTrack, 'document'>[]): CreditedName[] {
  const named = new Map<string, Counted>()
  const note = (credited: Credited, ofTracks: 0 | 1): void => {
    for (const [name, contributors] of unlinkedByName(credited)) {
      const counted: Counted = named.get(name) ?? { tracks: 0, roles: new Map(), ids: {} }
      named.set(name, counted)
      counted.tracks += ofTracks
      for (const role of new Set(contributors.map((one) => one.role)))
        counted.roles.set(role, (counted.roles.get(role) ?? 0) + ofTracks)
      // The first identifier of a kind counts.
      for (const { partyIds } of contributors) Object.assign(counted.ids, { ...partyIds, ...counted.ids })
    }
  }
  note(release, 0)
  for (const { document } of tracks) note(document.contributors === undefined ? release : document, 1)
  return [...named].map(([name, { tracks: count, roles, ids }]) => ({
    name,
    key: nameKey(name),
    tracks: count,
    roles: Object.fromEntries(roles),
    ids: Object.keys(ids).length > 0 ? ids : null,
  }))
}
