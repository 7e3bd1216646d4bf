import type { NewParty, Party, PartyMerge } from '@spindle/contract'
import type { TestHub } from './hub.ts'
import type { ReleaseFixture } from './releases.ts'

/** Parties of an account of a test. */

export const partiesPath = '/api/v1/distributor/parties'

export async function createParty(fixture: ReleaseFixture, party: NewParty): Promise<Party> {
  const { status, body } = await fixture.post(partiesPath, party)
  if (status !== 201) throw new Error(`the party was not created: ${JSON.stringify(body)}`)
  return body
}

interface Named {
  readonly id: string
}

export async function mergeParties(fixture: ReleaseFixture, party: Named, duplicate: Named): Promise<PartyMerge> {
  const { status, body } = await fixture.post(`${partiesPath}/${party.id}/merge`, { duplicate: duplicate.id })
  if (status !== 200) throw new Error(`the parties were not merged: ${JSON.stringify(body)}`)
  return body
}

/** `partyId` beside a role: everything else comes from the party. */
export const credit = ({ id }: Named, role?: string) => ({ partyId: id, ...(role && { role }) })

export const suggestionsPath = '/api/v1/distributor/party-suggestions'

/** The names that are suggested to the account, the most frequent first. */
export async function suggestedNames(
  hub: TestHub,
  { key }: Pick<ReleaseFixture, 'key'>,
  query = '',
): Promise<string[]> {
  const { status, body } = await hub.json('GET', `${suggestionsPath}?limit=100${query}`, { key })
  if (status !== 200) throw new Error(`the suggestions were not listed: ${JSON.stringify(body)}`)
  return body.data.map(({ name }: { name: string }) => name)
}
