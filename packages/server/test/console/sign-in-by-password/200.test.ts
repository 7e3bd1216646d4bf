import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/sign-in/password'

describe('signInByPassword 200', () => {
  it('begins a session, ignoring the case of the email address', async () => {
    const hub = await sharedHub()
    const { accountId, email, password } = await joinNewAccount(hub, { email: 'mia@sign-in-by-password.example' })
    const browser = openBrowser(hub)
    const answer = await browser.ask('POST', path, { email: email.toUpperCase(), password })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-Http-spindle=[\w-]{43}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.body).toMatchObject({
      user: { email: 'mia@sign-in-by-password.example', isOperator: false, hasPassword: true },
      session: { way: 'password', confirmedUntil: expect.any(String) },
      memberships: [{ accountId, accountName: 'Night Label', role: 'viewer' }],
    })
    expect((await browser.ask('GET', '/console/api/session')).body.session).toEqual(answer.body.session)
  })

  it('ends the session that the browser had before', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'tom@sign-in-by-password.example' })
    const before = { cookie: person.cookie() ?? '' }
    expect((await person.ask('POST', path, { email: person.email, password: person.password })).status).toBe(200)
    expect((await openBrowser(hub).ask('GET', '/console/api/session', undefined, before)).status).toBe(401)
    expect((await person.ask('GET', '/console/api/session')).status).toBe(200)
  })
})
