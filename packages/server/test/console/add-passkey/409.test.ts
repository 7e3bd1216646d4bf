import { describe, expect, it } from 'vitest'
import { addPasskey, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/passkeys'

describe('addPasskey 409', () => {
  it('keeps a passkey once, with one person', async () => {
    const { hub } = await sharedPeopleHub()
    const owner = await joinNewAccount(hub, { email: 'mia@passkey-twice.example' })
    const other = await joinNewAccount(hub, { email: 'eve@passkey-twice.example' })
    const { id, authenticator } = await addPasskey(owner, 'laptop')
    for (const person of [owner, other]) {
      const { publicKey } = (await person.ask('POST', `${path}/begin`)).body
      const again = { label: 'again', credential: authenticator.create(publicKey) }
      expect(await person.ask('POST', path, again)).toMatchObject({
        status: 409,
        body: { error: 'state_conflict', detail: 'This passkey is already registered.' },
      })
    }
    expect((await owner.ask('GET', path)).body.data).toMatchObject([{ id, label: 'laptop' }])
    expect((await other.ask('GET', path)).body.data).toEqual([])
  })
})
