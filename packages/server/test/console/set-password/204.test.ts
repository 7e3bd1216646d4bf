import { describe, expect, it } from 'vitest'
import { goodPassword, openBrowser } from '../../harness/people.ts'
import { joinByPasskey, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/me/password'

describe('setPassword 204', () => {
  it('replaces the password and ends every other session of the person', async () => {
    const { hub } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@set-password.example' })
    const signIn = (password: string, browser = openBrowser(hub)) =>
      browser.ask('POST', '/console/api/sign-in/password', { email: person.email, password })
    const phone = openBrowser(hub)
    await signIn(goodPassword, phone)
    const answer = await person.ask('POST', path, { password: 'another one of mine, long' })
    expect(answer).toMatchObject({ status: 204, body: '' })
    expect((await person.ask('GET', '/console/api/session')).status).toBe(200)
    expect((await phone.ask('GET', '/console/api/session')).body.error).toBe('signed_out')
    expect((await signIn(goodPassword)).body.error).toBe('sign_in_failed')
    expect((await signIn('another one of mine, long')).status).toBe(200)
  })

  it('gives a first password to a person who has a passkey alone', async () => {
    const { hub } = await sharedPeopleHub()
    const { person } = await joinByPasskey(hub, 'tom@set-password.example')
    expect((await person.ask('GET', '/console/api/session')).body.user.hasPassword).toBe(false)
    expect((await person.ask('POST', path, { password: goodPassword })).status).toBe(204)
    expect((await person.ask('GET', '/console/api/session')).body.user).toMatchObject({
      hasPassword: true,
      passkeys: 1,
    })
  })
})
