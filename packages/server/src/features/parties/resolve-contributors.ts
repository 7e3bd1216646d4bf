import { type Contributor, legalNameRoles, type ReleaseInput } from '@spindle/contract'
import type { PartyRow } from './party-queries.ts'

/** The values that contributors take from their parties. Pure. */

/** As requests have it: a name and a role may come from the party. */
export type WrittenContributor = NonNullable<ReleaseInput['contributors']>[number]

/** By the ids that name them: their own, and those of parties that were merged into them. */
export type PartiesById = ReadonlyMap<string, PartyRow>

/**
 * Everything that a party has, in place of what is written beside its id. Without a role, one contributor for each default
 * role. A party that is gone leaves its last values behind.
 */
export function resolveContributors(
  contributors: readonly WrittenContributor[],
  parties: PartiesById,
): WrittenContributor[] {
  const resolved = applyParties(contributors, parties)
  const isMerged = ({ partyId }: WrittenContributor): boolean =>
    partyId !== undefined && (parties.get(partyId)?.id ?? partyId) !== partyId
  return contributors.some(isMerged) ? joinCredits(resolved) : resolved
}

/** A name, and the party that it means. */
export interface NameLink {
  isNamed(name: string): boolean
  readonly partyId: NonNullable<Contributor['partyId']>
}

/** Contributors with the name that name no party name this one, with its values. Other contributors stay. */
export function linkContributors(
  contributors: readonly WrittenContributor[],
  { isNamed, partyId }: NameLink,
  parties: PartiesById,
): readonly WrittenContributor[] {
  const isMeant = (one: WrittenContributor): boolean =>
    one.partyId === undefined && one.name !== undefined && isNamed(one.name)
  if (!parties.has(partyId) || !contributors.some(isMeant)) return contributors
  const linked = contributors.map((one) => (isMeant(one) ? { ...one, partyId } : one))
  return joinCredits(applyParties(linked, parties))
}

const maxInstruments = 30

/** Two parties that are one now, in the same role: one contributor, so that the artist is not displayed twice. */
function joinCredits(contributors: readonly WrittenContributor[]): WrittenContributor[] {
  const joined = new Map<string, WrittenContributor>()
  for (const [index, contributor] of contributors.entries()) {
    const { partyId, role, instruments = [] } = contributor
    const key = partyId === undefined ? `${index}` : `${partyId} ${role}`
    const first = joined.get(key)
    const all = [...new Set([...(first?.instruments ?? []), ...instruments])].slice(0, maxInstruments)
    joined.set(key, { ...(first ?? contributor), ...(all.length > 0 ? { instruments: all } : {}) })
  }
  return [...joined.values()]
}

const applyParties = (contributors: readonly WrittenContributor[], parties: PartiesById): WrittenContributor[] =>
  contributors.flatMap((written): WrittenContributor[] => {
    if (written.partyId === undefined) return [written]
    const party = parties.get(written.partyId)
    if (party === undefined) {
      const { partyId: _gone, ...copy } = written
      return [copy]
    }
    if (written.role !== undefined || party.defaultRoles.length === 0) return [applyParty(written, party)]
    return party.defaultRoles.map((role) => applyParty({ ...written, role }, party))
  })

function applyParty(
  { name: _name, partyIds, names: _names, newAt: _newAt, ...own }: WrittenContributor,
  party: PartyRow,
): WrittenContributor {
  const isWriter = own.role !== undefined && legalNameRoles.includes(own.role)
  const ids = idsOf(party, partyIds)
  return {
    name: (isWriter ? party.legalName : null) ?? party.name,
    ...own,
    partyId: party.id as NonNullable<Contributor['partyId']>,
    ...(Object.keys(ids).length > 0 ? { partyIds: ids } : {}),
    ...(party.names.length > 0 ? { names: party.names } : {}),
    ...(party.newAt.length > 0 ? { newAt: party.newAt } : {}),
  }
}

/** A party has no DPID: one that is written stays. */
const idsOf = (
  { isni, ipi, spotify, apple }: PartyRow,
  written: WrittenContributor['partyIds'],
): NonNullable<Contributor['partyIds']> => ({
  ...(written?.dpid === undefined ? {} : { dpid: written.dpid }),
  ...(isni === null ? {} : { isni }),
  ...(ipi === null ? {} : { ipi }),
  ...(spotify === null ? {} : { spotify }),
  ...(apple === null ? {} : { apple }),
})
