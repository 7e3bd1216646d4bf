import { describe, expect, it } from 'vitest'
import { createParty, mergeParties, partiesPath } from '../../harness/parties.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('mergeParty 404', () => {
  it('answers for a party of another account as for one that never existed', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const theirs = await createParty(await createReleaseFixture(hub, 'Other'), { name: 'Theirs' })
    const own = await createParty(fixture, { name: 'Own' })
    const ask = async (id: string) => {
      const { status, body } = await fixture.post(`${partiesPath}/${id}/merge`, { duplicate: own.id })
      return [status, body.error, body.detail]
    }
    const never = await ask('pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(never.slice(0, 2)).toEqual([404, 'party_not_found'])
    expect(await ask(theirs.id)).toEqual(never)
    expect(await ask('nonsense')).toEqual(never)
  })

  it('names the party that a merged one leads to, and so do a change and a deletion', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const [party, duplicate, third] = [
      await createParty(fixture, { name: 'Ada' }),
      await createParty(fixture, { name: 'Ada K.' }),
      await createParty(fixture, { name: 'Cy' }),
    ]
    await mergeParties(fixture, party, duplicate)
    const path = `${partiesPath}/${duplicate.id}`
    const detail = `The party was merged into ${party.id}. Use this id instead.`
    const { key } = fixture
    for (const answer of [
      await fixture.post(`${path}/merge`, { duplicate: third.id }),
      await hub.json('PATCH', path, { key, body: { name: 'Ada L.' } }),
      await hub.json('DELETE', path, { key }),
    ])
      expect([answer.status, answer.body.error, answer.body.detail]).toEqual([404, 'party_not_found', detail])
  })
})
