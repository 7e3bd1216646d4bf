import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('signOut 204', () => {
  it('ends the session and takes the cookie away, and leaves other browsers signed in', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@sign-out.example' })
    const phone = openBrowser(hub)
    await phone.ask('POST', '/console/api/sign-in/password', { email: person.email, password: person.password })
    const before = { cookie: person.cookie() ?? '' }
    const answer = await person.ask('DELETE', '/console/api/session')
    expect(answer).toMatchObject({ status: 204, body: '' })
    expect(answer.headers.get('set-cookie')).toBe(
      '__Host-Http-spindle=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict',
    )
    expect(person.cookie()).toBeUndefined()
    expect((await openBrowser(hub).ask('GET', '/console/api/session', undefined, before)).body.error).toBe('signed_out')
    expect((await phone.ask('GET', '/console/api/session')).status).toBe(200)
  })
})
