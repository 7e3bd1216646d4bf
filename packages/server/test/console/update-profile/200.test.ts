import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/me'

describe('updateProfile 200', () => {
  it('changes the name immediately, and keeps the email address until the new one is proven', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@update-profile.example', role: 'owner' })
    const answer = await person.ask('PATCH', path, { name: ' Mia Green ', email: 'green@update-profile.example' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      user: {
        name: 'Mia Green',
        email: 'mia@update-profile.example',
        isEmailProven: true,
        pendingEmail: 'green@update-profile.example',
        hasPassword: true,
      },
      session: { way: 'invitation' },
      memberships: [{ accountId: person.accountId, role: 'owner' }],
    })
    expect((await person.ask('GET', '/console/api/session')).body.user).toEqual(answer.body.user)
    const signIn = async (email: string) =>
      (await openBrowser(hub).ask('POST', '/console/api/sign-in/password', { email, password: person.password })).status
    expect(await signIn('green@update-profile.example')).toBe(401)
    expect(await signIn('mia@update-profile.example')).toBe(200)
    const events = await person.ask('GET', `/console/api/accounts/${person.accountId}/activity?kind=sign_ins`)
    expect(events.body.data[1]).toMatchObject({
      type: 'profile.changed',
      data: { name: 'Mia Green', pendingEmail: 'green@update-profile.example' },
    })
    const members = await person.ask('GET', `/console/api/accounts/${person.accountId}/members`)
    expect(members.body.data).toMatchObject([{ email: 'mia@update-profile.example' }])
  })

  it('leaves what is not named as it is', async () => {
    const person = await joinNewAccount(await sharedHub(), { email: 'tom@update-profile.example' })
    await person.ask('PATCH', path, { email: 'sea@update-profile.example' })
    const renamed = await person.ask('PATCH', path, { name: 'Tom Sea' })
    expect(renamed.body.user).toMatchObject({
      name: 'Tom Sea',
      email: 'tom@update-profile.example',
      pendingEmail: 'sea@update-profile.example',
    })
    const unchanged = await person.ask('PATCH', path, {})
    expect(unchanged.body.user).toEqual(renamed.body.user)
  })

  it('answers the same for an address that another person has, that another one asked for, and that is free', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@profile-taken.example' })
    await joinNewAccount(hub, { email: 'tom@profile-taken.example' })
    const other = await joinNewAccount(hub, { email: 'kim@profile-taken.example' })
    await other.ask('PATCH', path, { email: 'asked@profile-taken.example' })
    for (const email of ['TOM@profile-taken.example', 'asked@profile-taken.example', 'free@profile-taken.example']) {
      const { status, body } = await person.ask('PATCH', path, { email })
      expect(status).toBe(200)
      expect(body.user).toMatchObject({ email: 'mia@profile-taken.example', pendingEmail: email })
    }
  })

  it('withdraws the request with the present address, in any case, which stays proven', async () => {
    const person = await joinNewAccount(await sharedHub(), { email: 'own@update-profile.example' })
    await person.ask('PATCH', path, { email: 'elsewhere@update-profile.example' })
    const { body } = await person.ask('PATCH', path, { email: 'OWN@update-profile.example' })
    expect(body.user).toMatchObject({ email: 'OWN@update-profile.example', isEmailProven: true, pendingEmail: null })
  })
})
