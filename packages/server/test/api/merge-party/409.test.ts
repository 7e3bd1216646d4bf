import { describe, expect, it } from 'vitest'
import { createParty, partiesPath } from '../../harness/parties.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('mergeParty 409', () => {
  it('refuses parties with different identifiers, and names both values of each', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const party = await createParty(fixture, { name: 'Ada', ipi: '00052210040', spotify: 'ada-1', apple: '1' })
    const duplicate = await createParty(fixture, { name: 'Ada', spotify: 'ada-2', apple: '2' })
    const merge = () => fixture.post(`${partiesPath}/${party.id}/merge`, { duplicate: duplicate.id })
    const { status, body } = await merge()
    expect([status, body.error]).toEqual([409, 'party_merge_conflict'])
    expect(body.errors).toEqual([
      {
        pointer: '/duplicate',
        code: 'spotify_differs',
        detail: `Spotify id: ${party.id} has "ada-1", ${duplicate.id} has "ada-2".`,
        fix: 'Change `spotify` of one of the parties, or remove it with null, and merge again.',
      },
      {
        pointer: '/duplicate',
        code: 'apple_differs',
        detail: `Apple Music id: ${party.id} has "1", ${duplicate.id} has "2".`,
        fix: 'Change `apple` of one of the parties, or remove it with null, and merge again.',
      },
    ])
    const path = `${partiesPath}/${duplicate.id}`
    await hub.json('PATCH', path, { key: fixture.key, body: { spotify: 'spotify:artist:ada-1', apple: null } })
    expect((await merge()).body.party).toMatchObject({ spotify: 'ada-1', apple: '1', ipi: '00052210040' })
  })
})
