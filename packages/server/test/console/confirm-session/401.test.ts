import { describe, expect, it } from 'vitest'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('confirmSession 401', () => {
  it('refuses a wrong password, and leaves session and cookie as they were', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@confirm-wrong.example' })
    const cookie = person.cookie()
    const { session } = (await person.ask('GET', '/console/api/session')).body
    const answer = await person.ask('POST', '/console/api/session/confirm', { password: 'a wrong one of mine' })
    expect(answer).toMatchObject({ status: 401, body: { error: 'sign_in_failed' } })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(person.cookie()).toBe(cookie)
    expect((await person.ask('GET', '/console/api/session')).body.session).toEqual(session)
  })
})
