import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { addPasskey, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/passkeys'

describe('deletePasskey 204', () => {
  it('forgets the passkey, which signs in no longer, and keeps the other one', async () => {
    const { hub } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@delete-passkey.example' })
    const laptop = await addPasskey(person, 'laptop')
    const phone = await addPasskey(person, 'phone')
    expect(await person.ask('DELETE', `${path}/${laptop.id}`)).toMatchObject({ status: 204, body: '' })
    expect((await person.ask('GET', path)).body.data).toMatchObject([{ id: phone.id }])
    const signIn = async ({ authenticator }: typeof laptop) => {
      const browser = openBrowser(hub)
      const { publicKey } = (await browser.ask('POST', '/console/api/sign-in/passkey/begin')).body
      return browser.ask('POST', '/console/api/sign-in/passkey', { credential: authenticator.get(publicKey) })
    }
    expect((await signIn(laptop)).body.error).toBe('passkey_refused')
    expect((await signIn(phone)).status).toBe(200)
  })
})
