import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { goodPassword, openBrowser, type TestPerson } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('setPassword 422', () => {
  let hub: TestHub
  let person: TestPerson
  beforeAll(async () => {
    hub = await sharedHub()
    person = await joinNewAccount(hub, { email: 'josephine.blackwater@set-password-refused.example' })
  })

  it.each([
    ['aaaaaaaaaaaaaaaaaaaa', 'The password repeats a few characters.'],
    ['harbour-7harbour-7', 'The password repeats the same part.'],
    ['password1234567', 'The password contains only common words, sequences or your name.'],
    ['josephine blackwater', 'The password contains only common words, sequences or your name.'],
  ])('refuses a password that is easy to guess, and keeps the one before: %s', async (password, detail) => {
    expect(await person.ask('POST', '/console/api/me/password', { password })).toMatchObject({
      status: 422,
      body: { error: 'password_refused', errors: [{ pointer: '/password', code: 'too_easy', detail }] },
    })
    const signIn = { email: person.email, password: goodPassword }
    expect((await openBrowser(hub).ask('POST', '/console/api/sign-in/password', signIn)).status).toBe(200)
  })
})
