import { beforeAll, describe, expect, it } from 'vitest'
import { openAuthenticator } from '../../harness/authenticator.ts'
import type { TestHub } from '../../harness/hub.ts'
import { goodPassword, openBrowser } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount, peopleOrigin, sharedPeopleHub } from '../../harness/people-hub.ts'

/** None of them uses up the invitation. */
describe('signUpByInvitation 422', () => {
  let hub: TestHub
  beforeAll(async () => {
    ;({ hub } = await sharedPeopleHub())
  })
  const invite = async (email: string) => (await inviteToNewAccount(hub, { email })).token
  const signUp = (token: string, wayIn: object) =>
    openBrowser(hub).ask('POST', '/console/api/sign-up', { token, name: 'Kim', ...wayIn })

  it('makes no person without a way to sign in again', async () => {
    const token = await invite('kim@sign-up-refused.example')
    expect(await signUp(token, {})).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', errors: [{ pointer: '/password', code: 'required' }] },
    })
    expect((await signUp(token, { password: goodPassword })).status).toBe(200)
  })

  it('refuses a password that is made of the own name and mail address', async () => {
    const token = await invite('seven.quiet.harbour.lights@sign-up-refused.example')
    expect(await signUp(token, { password: 'harbour lights kim' })).toMatchObject({
      status: 422,
      body: { error: 'password_refused', errors: [{ pointer: '/password', code: 'too_easy' }] },
    })
    expect((await signUp(token, { password: goodPassword })).status).toBe(422)
    expect((await signUp(token, { password: 'harvest moon over Aarhus' })).status).toBe(200)
  })

  it('refuses a passkey that answers the question to another person, and takes the own one after it', async () => {
    const token = await invite('tom@sign-up-refused.example')
    const member = await joinNewAccount(hub, { email: 'eve@sign-up-refused.example' })
    const make = async (path: string, body?: object) => {
      const begun = await member.ask('POST', `/console/api/${path}/begin`, body)
      return { label: 'phone', credential: openAuthenticator(peopleOrigin).create(begun.body.publicKey) }
    }
    const forMember = await make('me/passkeys')
    expect(await signUp(token, { passkey: forMember })).toMatchObject({
      status: 422,
      body: { error: 'passkey_refused' },
    })
    expect((await signUp(token, { passkey: await make('links/passkey', { token, name: 'Kim' }) })).status).toBe(200)
  })
})
