import { describe, expect, it } from 'vitest'
import { addPasskey, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/passkeys'

describe('renamePasskey 404', () => {
  it('finds no passkey of another person, and none that was made up', async () => {
    const { hub } = await sharedPeopleHub()
    const owner = await joinNewAccount(hub, { email: 'mia@rename-unknown.example' })
    const other = await joinNewAccount(hub, { email: 'eve@rename-unknown.example' })
    const { id: ofOwner } = await addPasskey(owner, 'laptop')
    for (const id of [ofOwner, 'pky_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'pky_x', 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB'])
      expect(await other.ask('PATCH', `${path}/${id}`, { label: 'mine' }), id).toMatchObject({
        status: 404,
        body: { error: 'passkey_not_found' },
      })
    expect((await owner.ask('GET', path)).body.data).toMatchObject([{ label: 'laptop' }])
  })
})
