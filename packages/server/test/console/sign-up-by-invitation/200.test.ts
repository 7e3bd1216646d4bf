import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { inviteToNewAccount, joinByPasskey, sharedPeopleHub } from '../../harness/people-hub.ts'

describe('signUpByInvitation 200', () => {
  it('makes a member of the account with the mail address of the invitation', async () => {
    const { hub } = await sharedPeopleHub()
    const { accountId, token } = await inviteToNewAccount(hub, {
      email: 'Tom@Sign-Up.example',
      role: 'manager',
      accountName: 'Second Label',
    })
    const browser = openBrowser(hub)
    const person = { token, name: ' Tom Sea ', password: 'harvest moon over Aarhus' }
    const answer = await browser.ask('POST', '/console/api/sign-up', person)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-Http-spindle=[\w-]{43}; Max-Age=2592000;/)
    expect(answer.body).toMatchObject({
      user: {
        name: 'Tom Sea',
        email: 'Tom@Sign-Up.example',
        isEmailProven: true,
        pendingEmail: null,
        isOperator: false,
        hasPassword: true,
        passkeys: 0,
        hasIdentity: false,
      },
      session: { way: 'invitation', confirmedUntil: expect.any(String) },
      memberships: [{ accountId, accountName: 'Second Label', role: 'manager' }],
    })
    const credentials = { email: 'tom@sign-up.example', password: 'harvest moon over Aarhus' }
    const signedIn = await openBrowser(hub).ask('POST', '/console/api/sign-in/password', credentials)
    expect(signedIn.body.user).toEqual(answer.body.user)
  })

  it('takes a passkey in place of a password', async () => {
    const { hub } = await sharedPeopleHub()
    const { person } = await joinByPasskey(hub, 'kim@sign-up.example')
    expect((await person.ask('GET', '/console/api/session')).body).toMatchObject({
      user: { email: 'kim@sign-up.example', hasPassword: false, passkeys: 1 },
      session: { way: 'invitation' },
    })
    expect((await person.ask('GET', '/console/api/me/passkeys')).body.data).toMatchObject([{ label: 'phone' }])
  })
})
