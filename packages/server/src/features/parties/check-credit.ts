import type { FieldError } from '@spindle/contract'
import type { PartiesById, WrittenContributor } from './resolve-contributors.ts'

/** What a contributor lacks that is written with a party, or instead of one. Pure. */

interface PlacedIn {
  readonly pointer: string
  readonly held: PartiesById
  /** Ids that may name no party. */
  readonly known?: readonly string[]
}

export function findCreditFaults(
  { partyId, name, role }: WrittenContributor,
  { pointer, held, known = [] }: PlacedIn,
): FieldError[] {
  const party = partyId === undefined ? undefined : held.get(partyId)
  if (partyId !== undefined && !party && !known.includes(partyId)) {
    const detail = `The account has no party ${partyId}.`
    const fix = 'List the parties to find the id, or write name and identifiers without partyId.'
    return [{ pointer: `${pointer}/partyId`, code: 'party_unknown', detail, fix }]
  }
  return [
    ...(name === undefined && !party
      ? [requiredAt(pointer, 'name', 'Add this member, or the partyId of a party.')]
      : []),
    ...(role === undefined && !party?.defaultRoles.length
      ? [requiredAt(pointer, 'role', 'Add this member, or give the party default roles.')]
      : []),
  ]
}

const requiredAt = (pointer: string, member: string, fix: string): FieldError => ({
  pointer: `${pointer}/${member}`,
  code: 'required',
  detail: `"${member}" is required.`,
  fix,
})
