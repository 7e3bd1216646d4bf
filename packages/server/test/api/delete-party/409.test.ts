import { describe, expect, it } from 'vitest'
import { createParty, credit, partiesPath } from '../../harness/parties.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('deleteParty 409', () => {
  it('refuses to delete a party that releases name, and says how many', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const party = await createParty(fixture, { name: 'Ada' })
    const { body: first } = await fixture.release({ contributors: [credit(party, 'main_artist')] })
    const remove = () => hub.json('DELETE', `${partiesPath}/${party.id}`, { key: fixture.key })
    const { status, body } = await remove()
    expect([status, body.error, body.releases]).toEqual([409, 'party_in_use', 1])
    expect(body.detail).toBe('One release names this party. Remove its `partyId` from that release first.')
    await fixture.release({ contributors: [credit(party, 'main_artist')] })
    expect((await remove()).body.detail).toMatch(
      /^2 releases name this party\. Remove its `partyId` from those releases first\.$/,
    )
    expect((await fixture.get(first.id)).body.contributors[0].partyId).toBe(party.id)
  })
})
