import { describe, expect, it } from 'vitest'
import { connectIdentity, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/identities'

describe('deleteIdentity 404', () => {
  it('finds no identity of another person, none that was disconnected, and none that was made up', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const owner = await joinNewAccount(hub, { email: 'ada@identity-unknown.example' })
    const other = await joinNewAccount(hub, { email: 'eve@identity-unknown.example' })
    const ofOwner = await connectIdentity(provider, owner, 'not-found-ada')
    const disconnected = await connectIdentity(provider, other, 'not-found-eve')
    expect((await other.ask('DELETE', `${path}/${disconnected}`)).status).toBe(204)
    const madeUp = ['idn_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'idn_x', 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB']
    for (const id of [ofOwner, disconnected, ...madeUp])
      expect(await other.ask('DELETE', `${path}/${id}`), id).toMatchObject({
        status: 404,
        body: { error: 'identity_not_found' },
      })
    expect((await owner.ask('GET', path)).body.data).toMatchObject([{ id: ofOwner }])
  })
})
