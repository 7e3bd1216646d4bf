import { describe, expect, it } from 'vitest'
import { createParty, partiesPath } from '../../harness/parties.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const writer = { name: 'Grace Hopper', role: 'composer' }

describe('deleteParty 204', () => {
  it('deletes a party that no release names', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const { id } = await createParty(fixture, { name: 'Ada' })
    expect((await hub.json('DELETE', `${partiesPath}/${id}`, { key: fixture.key })).status).toBe(204)
    expect((await hub.json('GET', `${partiesPath}/${id}`, { key: fixture.key })).status).toBe(404)
  })

  it('leaves the values behind that a submitted revision had from it', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const party = await createParty(fixture, { name: 'Ada', spotify: 'ada-1' })
    const named = { contributors: [{ partyId: party.id, role: 'main_artist' }, writer] }
    const { body: release } = await fixture.release({ ...named, submit: true })
    const own = [{ name: 'Cy', role: 'main_artist' }, writer]
    await fixture.patch(release.id, { contributors: own })
    await hub.json('DELETE', `${partiesPath}/${party.id}`, { key: fixture.key })
    const restored = await fixture.act(release.id, 'discard-changes')
    expect(restored.body.contributors).toEqual(release.contributors)
    const edited = await fixture.patch(release.id, { subtitle: 'Second' })
    expect(edited.body.contributors).toEqual([
      { name: 'Ada', role: 'main_artist', partyIds: { spotify: 'ada-1' } },
      writer,
    ])
  })
})
