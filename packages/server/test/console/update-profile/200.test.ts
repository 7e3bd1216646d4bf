import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('updateProfile 200', () => {
  it('changes name and mail address, and writes down that it did', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@update-profile.example', role: 'owner' })
    const answer = await person.ask('PATCH', '/console/api/me', {
      name: ' Mia Green ',
      email: 'green@update-profile.example',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      user: { name: 'Mia Green', email: 'green@update-profile.example', hasPassword: true },
      session: { way: 'invitation' },
      memberships: [{ accountId: person.accountId, role: 'owner' }],
    })
    expect((await person.ask('GET', '/console/api/session')).body.user).toEqual(answer.body.user)
    const signIn = async (email: string) =>
      (await openBrowser(hub).ask('POST', '/console/api/sign-in/password', { email, password: person.password })).status
    expect(await signIn('green@update-profile.example')).toBe(200)
    expect(await signIn('mia@update-profile.example')).toBe(401)
    const events = await person.ask('GET', `/console/api/accounts/${person.accountId}/activity?kind=sign_ins`)
    expect(events.body.data[1]).toMatchObject({
      type: 'profile.changed',
      data: { name: 'Mia Green', email: 'green@update-profile.example' },
    })
  })

  it('leaves what is not named as it is', async () => {
    const person = await joinNewAccount(await sharedHub(), { email: 'tom@update-profile.example' })
    const renamed = await person.ask('PATCH', '/console/api/me', { name: 'Tom Sea' })
    expect(renamed.body.user).toMatchObject({ name: 'Tom Sea', email: 'tom@update-profile.example' })
    const unchanged = await person.ask('PATCH', '/console/api/me', {})
    expect(unchanged.body.user).toEqual(renamed.body.user)
  })
})
