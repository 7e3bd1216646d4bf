import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('confirmSession 200', () => {
  it('proves who it is for ten minutes, under a new cookie that replaces the old one', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@confirm-session.example' })
    const { session } = (await person.ask('GET', '/console/api/session')).body
    await hub.opened.database.system.execute(
      `update sessions set confirmed_at = confirmed_at - interval '1 hour' where id = $1`,
      [session.id],
    )
    const before = { cookie: person.cookie() ?? '' }
    const answer = await person.ask('POST', '/console/api/session/confirm', { password: person.password })
    expect(answer.status).toBe(200)
    expect(answer.body.user.email).toBe('mia@confirm-session.example')
    expect(answer.body.session).toEqual({ ...session, confirmedUntil: expect.any(String) })
    expect((await person.ask('GET', '/console/api/session')).body.session).toEqual(answer.body.session)
    expect((await openBrowser(hub).ask('GET', '/console/api/session', undefined, before)).body.error).toBe('signed_out')
  })
})
