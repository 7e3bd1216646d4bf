import { describe, expect, it } from 'vitest'
import { addPasskey, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/passkeys'

describe('deletePasskey 404', () => {
  it('finds no passkey of another person, none that was deleted, and none that was made up', async () => {
    const { hub } = await sharedPeopleHub()
    const owner = await joinNewAccount(hub, { email: 'mia@delete-unknown.example' })
    const other = await joinNewAccount(hub, { email: 'eve@delete-unknown.example' })
    const { id: ofOwner } = await addPasskey(owner, 'laptop')
    const { id: forgotten } = await addPasskey(other, 'phone')
    expect((await other.ask('DELETE', `${path}/${forgotten}`)).status).toBe(204)
    const madeUp = ['pky_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'pky_x', 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB']
    for (const id of [ofOwner, forgotten, ...madeUp])
      expect(await other.ask('DELETE', `${path}/${id}`), id).toMatchObject({
        status: 404,
        body: { error: 'passkey_not_found' },
      })
    expect((await owner.ask('GET', path)).body.data).toMatchObject([{ id: ofOwner }])
  })
})
