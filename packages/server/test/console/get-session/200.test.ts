import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/session'

describe('getSession 200', () => {
  it('shows who is signed in, how, until when, and with which roles in which accounts', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@get-session.example', role: 'owner' })
    const answer = await person.ask('GET', path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.body).toEqual({
      user: {
        id: expect.stringMatching(/^usr_/),
        name: 'The owner',
        email: 'mia@get-session.example',
        isEmailProven: true,
        pendingEmail: null,
        isOperator: false,
        hasPassword: true,
        passkeys: 0,
        hasIdentity: false,
      },
      session: {
        id: expect.stringMatching(/^ses_/),
        way: 'invitation',
        confirmedUntil: expect.any(String),
        expiresAt: expect.any(String),
      },
      memberships: [{ accountId: person.accountId, accountName: 'Night Label', role: 'owner' }],
      hubVersion: expect.stringMatching(/^0\.2\.0\+[0-9a-f]{7}$/),
      lastEventId: expect.any(String),
    })
  })

  it('shows that the confirmation has expired', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'late@get-session.example' })
    const { body } = await person.ask('GET', path)
    await hub.opened.database.system.execute(
      `update sessions set confirmed_at = confirmed_at - interval '10 minutes' where id = $1`,
      [body.session.id],
    )
    expect((await person.ask('GET', path)).body.session).toEqual({ ...body.session, confirmedUntil: null })
  })

  it('returns to each browser its own session', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'two@get-session.example' })
    const phone = openBrowser(hub)
    await phone.ask('POST', '/console/api/sign-in/password', { email: person.email, password: person.password })
    const [here, there] = [(await person.ask('GET', path)).body, (await phone.ask('GET', path)).body]
    expect([here.session.way, there.session.way]).toEqual(['invitation', 'password'])
    expect(here.user).toEqual(there.user)
    expect(here.session.id).not.toBe(there.session.id)
  })
})
