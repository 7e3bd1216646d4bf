import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { goodPassword, inviteMember, openBrowser, setUpOperator, type TestPerson } from '../harness/people.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('a session', () => {
  let hub: TestHub
  let operator: TestPerson
  let nowMs = Date.now()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
    operator = await setUpOperator(hub)
  })

  const session = (person: TestPerson) => person.ask('GET', '/console/api/session')
  const signIn = (person: TestPerson) =>
    person.ask('POST', '/console/api/sign-in/password', { email: person.email, password: person.password })
  const member = async (email: string): Promise<TestPerson> =>
    inviteMember(hub, { accountId: (await createTestAccount(hub)).accountId, role: 'viewer', email })

  it('is refused without a cookie, with a made-up one, and with one that came twice', async () => {
    const good = operator.cookie() ?? ''
    const [name] = good.split('=')
    for (const cookie of ['', `${name}=`, `${name}=${'a'.repeat(43)}`, `${good}; ${good}`, `other=1`])
      expect((await openBrowser(hub).ask('GET', '/console/api/session', undefined, { cookie })).body).toMatchObject({
        status: 401,
        error: 'signed_out',
      })
    const beside = { cookie: `other=1; ${good}; more=2` }
    expect((await openBrowser(hub).ask('GET', '/console/api/session', undefined, beside)).status).toBe(200)
  })

  it('does not count together with another credential', async () => {
    const { clientId: _clientId, ...account } = await createTestAccount(hub)
    const credentials = [{ 'x-api-key': await account.key() }, { authorization: `Bearer ${await account.token()}` }]
    for (const headers of credentials)
      expect((await operator.ask('GET', '/console/api/session', undefined, headers)).body).toMatchObject({
        status: 400,
        error: 'invalid_request',
      })
  })

  it('ends when it is not used: after 12 hours, for an operator after one', async () => {
    const person = await member('idle@label.example')
    expect((await signIn(operator)).status).toBe(200)
    nowMs += hourMs - 1
    expect((await session(operator)).status).toBe(200)
    // That counted as a use.
    nowMs += hourMs - 1
    expect((await session(operator)).status).toBe(200)
    nowMs += hourMs
    expect((await session(operator)).body.error).toBe('signed_out')
    expect((await session(person)).status).toBe(200)
    nowMs += 12 * hourMs
    expect((await session(person)).body.error).toBe('signed_out')
  })

  it('ends in any case: after 30 days, for an operator after 12 hours', async () => {
    const person = await member('long@label.example')
    await signIn(operator)
    for (let hours = 0; hours < 12 * 2 - 1; hours++) {
      nowMs += hourMs / 2
      expect((await session(operator)).status).toBe(200)
    }
    nowMs += hourMs / 2
    expect((await session(operator)).status).toBe(401)
    nowMs += 30 * 24 * hourMs - 12 * hourMs - 1
    // It was unused only briefly; this tests its absolute end.
    await hub.opened.database.system.execute('update sessions set seen_at = $1', [new Date(nowMs)])
    expect((await session(person)).status).toBe(200)
    nowMs += 1
    expect((await session(person)).status).toBe(401)
  })

  it('that ends at one node is refused by the other immediately', async () => {
    const opened = { ...hub.opened, close: async () => {} }
    const other = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs }, openDatabase: opened } })
    const person = await member('nodes@label.example')
    const cookie = person.cookie() ?? ''
    const there = () => openBrowser(other).ask('GET', '/console/api/session', undefined, { cookie })
    expect((await there()).status).toBe(200)
    expect((await person.ask('DELETE', '/console/api/session')).status).toBe(204)
    expect((await there()).status).toBe(401)
  })

  it('changes the password only after a recent confirmation', async () => {
    const person = await member('careful@label.example')
    const elsewhere = openBrowser(hub, person)
    await signIn(elsewhere)
    const change = (password: string) => person.ask('POST', '/console/api/me/password', { password })
    nowMs += 10 * minuteMs
    expect((await change('another one of mine, long')).body).toMatchObject({
      status: 403,
      error: 'confirmation_needed',
      methods: ['password'],
    })
    const before = person.cookie() ?? ''
    const confirm = (password: string) => person.ask('POST', '/console/api/session/confirm', { password })
    expect((await confirm('a wrong one of mine')).body.error).toBe('sign_in_failed')
    expect((await confirm(goodPassword)).body.session.confirmedUntil).toEqual(expect.any(String))
    expect(person.cookie()).not.toBe(before)
    expect((await openBrowser(hub).ask('GET', '/console/api/session', undefined, { cookie: before })).status).toBe(401)
    expect((await change('aaaaaaaaaaaaaaaaaaaa')).body.error).toBe('password_refused')
    expect((await change('another one of mine, long')).status).toBe(204)
    expect((await session(elsewhere)).status).toBe(401)
    expect((await session(person)).status).toBe(200)
    expect((await signIn(elsewhere)).body.error).toBe('sign_in_failed')
  })

  it('is not stored: no table contains its cookie, a link or a password', async () => {
    const person = await member('secret@label.example')
    const value = (person.cookie() ?? '').split('=')[1] ?? ''
    const tables = ['users', 'sessions', 'user_links', 'invitations', 'hub_audit_events', 'account_audit_events']
    for (const table of tables) {
      const rows = await hub.opened.database.system.rows<{ text: string }>(`select t::text as text from ${table} t`)
      const text = rows.map((row) => row.text).join('\n')
      expect(text).not.toContain(value)
      expect(text).not.toContain(Buffer.from(value).toString('hex'))
      expect(text).not.toContain(person.password)
    }
  })
})
