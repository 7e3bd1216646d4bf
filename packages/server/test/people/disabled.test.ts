import { describe, expect, it } from 'vitest'
import { disablePerson, signInLinkFor, tokenOf } from '../harness/people.ts'
import { joinNewAccount } from '../harness/people-hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'

describe('a person who was disabled', () => {
  it('cannot sign in any more: sessions end immediately, and neither link nor password works', async () => {
    const hub = await sharedHub()
    const email = 'gone@disabled.example'
    const person = await joinNewAccount(hub, { email, role: 'owner' })
    const token = tokenOf(await signInLinkFor(hub, email))
    expect((await person.ask('GET', '/console/api/session')).status).toBe(200)
    await disablePerson(hub, email)
    expect((await person.ask('GET', '/console/api/session')).body.error).toBe('signed_out')
    expect((await person.ask('POST', '/console/api/sign-in/link', { token })).body.error).toBe('link_invalid')
    const credentials = { email, password: person.password }
    expect((await person.ask('POST', '/console/api/sign-in/password', credentials)).body.error).toBe('sign_in_failed')
    expect(await signInLinkFor(hub, email)).toBeUndefined()
  })
})
