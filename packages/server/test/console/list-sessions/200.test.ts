import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/sessions'

describe('listSessions 200', () => {
  it('lists the sessions of the person, the one used last first', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@list-sessions.example' })
    const credentials = { email: person.email, password: person.password }
    await openBrowser(hub).ask('POST', '/console/api/sign-in/password', credentials, { 'user-agent': 'Tablet/1' })
    const answer = await person.ask('GET', path)
    expect(answer.status).toBe(200)
    const session = {
      id: expect.stringMatching(/^ses_/),
      createdAt: expect.any(String),
      seenAt: expect.any(String),
      expiresAt: expect.any(String),
      network: '127.0.0.1',
    }
    expect(answer.body).toEqual({
      data: [
        { ...session, isCurrent: false, way: 'password', device: 'Tablet/1' },
        { ...session, isCurrent: true, way: 'invitation', device: expect.any(String) },
      ],
    })
  })

  it('leaves out sessions of other people, and those that have ended', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'tom@list-sessions.example' })
    const phone = openBrowser(hub)
    await phone.ask('POST', '/console/api/sign-in/password', { email: person.email, password: person.password })
    const { id } = (await phone.ask('GET', '/console/api/session')).body.session
    const other = await joinNewAccount(hub, { email: 'eve@list-sessions.example' })
    expect((await person.ask('GET', path)).body.data).toHaveLength(2)
    expect((await other.ask('GET', path)).body.data).toHaveLength(1)
    await hub.opened.database.system.execute(
      `update sessions set seen_at = seen_at - interval '12 hours' where id = $1`,
      [id],
    )
    expect((await person.ask('GET', path)).body.data).toMatchObject([{ isCurrent: true }])
  })
})
