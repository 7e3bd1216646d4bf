import { describe, expect, it } from 'vitest'
import { createParty, partiesPath } from '../../harness/parties.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('updateParty 404', () => {
  it('answers for a party of another account as for one that never existed', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const theirs = await createParty(await createReleaseFixture(hub, 'Other'), { name: 'Theirs' })
    const ask = async (id: string) => {
      const { status, body } = await hub.json('PATCH', `${partiesPath}/${id}`, {
        key: fixture.key,
        body: { name: 'Mine' },
      })
      return [status, body.error, body.detail]
    }
    const never = await ask('pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(never.slice(0, 2)).toEqual([404, 'party_not_found'])
    expect(await ask(theirs.id)).toEqual(never)
    expect(await ask('nonsense')).toEqual(never)
  })
})
