import { type PartyMerge, partyIdentifiers } from '@spindle/contract'
import type { PartyRow } from './party-queries.ts'

/** What a party takes over from a duplicate, and where the two contradict each other. Pure. */

export interface MergePlan<T extends PartyRow> {
  /** The party with what it takes over. */
  readonly party: T
  readonly takenOver: PartyMerge['takenOver']
  readonly conflicts: PartyMerge['conflicts']
}

export function planMerge<T extends PartyRow>(party: T, duplicate: PartyRow): MergePlan<T> {
  const conflicts = partyIdentifiers.flatMap((member) => findConflict(member, party[member], duplicate[member]))
  const values = {
    isni: party.isni ?? duplicate.isni,
    ipi: party.ipi ?? duplicate.ipi,
    spotify: party.spotify ?? duplicate.spotify,
    apple: party.apple ?? duplicate.apple,
    legalName: party.legalName ?? duplicate.legalName,
    names: joinNames(party.names, duplicate.names),
    defaultRoles: party.defaultRoles.length > 0 ? party.defaultRoles : duplicate.defaultRoles,
  }
  const merged = { ...values, newAt: joinNewAt(party, duplicate, values) }
  const members = Object.keys(merged) as PartyMerge['takenOver']
  const takenOver = members.filter((member) => JSON.stringify(merged[member]) !== JSON.stringify(party[member]))
  return { party: { ...party, ...merged }, takenOver, conflicts }
}

function findConflict(
  member: (typeof partyIdentifiers)[number],
  party: string | null,
  duplicate: string | null,
): PartyMerge['conflicts'] {
  if (party === null || duplicate === null || plainId(party) === plainId(duplicate)) return []
  return [{ member, party, duplicate }]
}

/** An id at Spotify may be written as a URI. */
const plainId = (id: string): string => id.replace(/^spotify:artist:/, '')

const maxNames = 30

/** One for each language: the party's own come first. */
function joinNames(own: PartyRow['names'], others: PartyRow['names']): PartyRow['names'] {
  const languages = new Set(own.map(({ language }) => language.toLowerCase()))
  return [...own, ...others.filter(({ language }) => !languages.has(language.toLowerCase()))].slice(0, maxNames)
}

/** A store where an id was taken over has a page of the artist. */
function joinNewAt(
  party: PartyRow,
  duplicate: PartyRow,
  merged: Pick<PartyRow, 'spotify' | 'apple'>,
): PartyRow['newAt'] {
  const kept = party.newAt.filter((store) => merged[store] === party[store])
  return [...kept, ...duplicate.newAt.filter((store) => merged[store] === null && !kept.includes(store))]
}
