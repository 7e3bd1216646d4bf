import { describe, expect, it } from 'vitest'
import { goodPassword, openBrowser } from '../../harness/people.ts'
import { goOutside, inviteToNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/identities'

describe('deleteIdentity 409', () => {
  it('keeps the last way in, until there is another one', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const email = 'mia@last-identity.example'
    provider.know('last-mia', { email, email_verified: true })
    const { token } = await inviteToNewAccount(hub, { email })
    const person = openBrowser(hub)
    const body = { link: { token, name: 'Mia Blue' } }
    await goOutside(provider, person, { path: '/console/api/sign-in/outside', login: 'last-mia', body })
    const [{ id }] = (await person.ask('GET', path)).body.data
    expect(await person.ask('DELETE', `${path}/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: expect.stringContaining('This is your only sign-in method.') },
    })
    expect((await person.ask('GET', path)).body.data).toMatchObject([{ id }])
    expect((await person.ask('POST', '/console/api/me/password', { password: goodPassword })).status).toBe(204)
    expect((await person.ask('DELETE', `${path}/${id}`)).status).toBe(204)
  })
})
