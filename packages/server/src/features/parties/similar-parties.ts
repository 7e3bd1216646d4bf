import { type partyMatchReasons, shownOfSuggestion } from '@spindle/contract'
import type { Tenant } from '../../platform/database/sql.ts'
import { nameKey, nameKeys } from '../../platform/values/name-key.ts'
import { type KeyedParty, listPartiesByKeys, type PartyNames } from './party-key-queries.ts'

/** Parties that a name may mean: those with the same name after folding, and those whose name differs by a typo. */

export interface PartyMatch {
  readonly partyId: string
  readonly name: string
  readonly matchedName: string
  readonly reason: (typeof partyMatchReasons)[number]
}

/** All names of a party, its own first. */
export const namesOf = ({ name, names, legalName }: PartyNames): string[] => [
  ...new Set([name, ...names.map((one) => one.name), ...(legalName === null ? [] : [legalName])]),
]

/** By the keys of the names (`nameKey`). One statement for all of them. */
export async function findSimilarParties(
  tenant: Tenant,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly PartyMatch[]>> {
  const asked = names.map((name) => ({ name: nameKey(name), keys: nameKeys(tenant.accountId, name) }))
  const rows = asked.length === 0 ? [] : await listPartiesByKeys(tenant, asked)
  const byName = Map.groupBy(rows, ({ asked: name }) => name)
  const keysOfParty = readEach(tenant.accountId)
  return new Map(
    asked.map(({ name, keys }) => [name, rank(byName.get(name) ?? [], { name, keys: new Set(keys), keysOfParty })]),
  )
}

interface KeyedName {
  readonly name: string
  readonly key: string
  readonly keys: readonly string[]
}

/** A party may be compared with each name of a page. */
function readEach(accountId: string): (row: KeyedParty) => readonly KeyedName[] {
  const known = new Map<string, readonly KeyedName[]>()
  return (row) => {
    const found =
      known.get(row.id) ?? namesOf(row).map((name) => ({ name, key: nameKey(name), keys: nameKeys(accountId, name) }))
    known.set(row.id, found)
    return found
  }
}

interface Asked {
  readonly name: string
  readonly keys: ReadonlySet<string>
  keysOfParty(row: KeyedParty): readonly KeyedName[]
}

const order = ['same_name', 'same_other_name', 'similar_name']

/** A party is shown once, with the best reason: its duplicates lead to it. */
function rank(rows: readonly KeyedParty[], asked: Asked): PartyMatch[] {
  const matches = rows
    .flatMap((row) => match(row, asked))
    .toSorted((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason) || (a.partyId < b.partyId ? -1 : 1))
  const shown = new Map<string, PartyMatch>()
  for (const one of matches) if (!shown.has(one.partyId)) shown.set(one.partyId, one)
  return [...shown.values()].slice(0, shownOfSuggestion.maxMatches)
}

function match(row: KeyedParty, { name, keys, keysOfParty }: Asked): PartyMatch[] {
  const party = { partyId: row.leadsTo, name: row.leadingName }
  const names = keysOfParty(row)
  const same = names.find(({ key }) => key === name)
  const isOwn = row.id === row.leadsTo && same === names[0]
  if (same) return [{ ...party, matchedName: same.name, reason: isOwn ? 'same_name' : 'same_other_name' }]
  const similar = names.find((one) => one.keys.some((key) => keys.has(key)))
  return similar ? [{ ...party, matchedName: similar.name, reason: 'similar_name' }] : []
}
