import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import { inviteMember, openBrowser, setUpOperator, type TestPerson, tokenOf } from '../harness/people.ts'

/** Accounts and people, as the operators of the hub decide about them. */

const peoplePath = '/console/api/operator/people'
const accountsPath = '/console/api/operator/accounts'

describe('accounts and people', () => {
  let hub: TestHub
  let operator: TestPerson
  let tom: TestPerson
  let nowMs = Date.now()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
    operator = await setUpOperator(hub)
    nowMs += 10
    const { accountId } = await createTestAccount(hub, 'Other Label')
    nowMs += 10
    tom = await inviteMember(hub, { accountId, role: 'manager', email: 'Tom@label.example' })
  })
  const find = async (query: string) => (await operator.ask('GET', `${peoplePath}?${query}`)).body.data
  const idOf = async (email: string): Promise<string> => (await find(`q=${email}`))[0].id
  const decide = async (email: string, what: string, body?: object) =>
    operator.ask('POST', `${peoplePath}/${await idOf(email)}/${what}`, body)

  it('lists accounts with what they have and may have, by pages and by name', async () => {
    nowMs += 10
    const made = await operator.ask('POST', accountsPath, { name: ' Blue Lamp ' })
    expect([made.status, made.body.name]).toEqual([201, 'Blue Lamp'])
    const first = (await operator.ask('GET', `${accountsPath}?limit=2&count=true`)).body
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['Blue Lamp', 'Other Label'])
    expect(first.page.total).toBe(3)
    expect(first.data[0]).toMatchObject({ usage: { releases: 0, storedBytes: 0 }, quotas: { openUploads: 1000 } })
    const next = (await operator.ask('GET', `${accountsPath}?limit=2&cursor=${first.page.nextCursor}`)).body
    expect(next.data.map(({ name }: { name: string }) => name)).toEqual(['Night Label'])
    const found = (await operator.ask('GET', `${accountsPath}?q=blue%20l`)).body.data
    expect(found.map(({ id }: { id: string }) => id)).toEqual([made.body.id])
    expect((await operator.ask('POST', accountsPath, { name: ' ' })).body.error).toBe('validation_failed')
  })

  it('invites a person to an account by a link that is shown once', async () => {
    const [{ id }] = (await operator.ask('GET', `${accountsPath}?q=blue`)).body.data
    const body = { email: 'eva@label.example', role: 'owner' }
    const made = await operator.ask('POST', `${accountsPath}/${id}/invitations`, body)
    expect(made.body).toMatchObject({ accountId: id, link: expect.stringContaining('/console/invitation#') })
    const nobody = `${accountsPath}/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/invitations`
    expect((await operator.ask('POST', nobody, body)).body.error).toBe('account_not_found')
  })

  it('lists people with what they are where, by name, address and kind, and no secret of theirs', async () => {
    const all = await find('count=true')
    expect(all).toMatchObject([
      { email: 'Tom@label.example', isOperator: false, memberships: [{ accountName: 'Other Label', role: 'manager' }] },
      { email: 'mia@hub.example', isOperator: true, hasPassword: true, passkeys: 0, disabledAt: null },
    ])
    expect(JSON.stringify(all)).not.toMatch(/argon2|phc/i)
    expect((await find('q=TOM')).map(({ email }: { email: string }) => email)).toEqual(['Tom@label.example'])
    expect((await find('kind=operator')).map(({ email }: { email: string }) => email)).toEqual(['mia@hub.example'])
    expect(await find('kind=disabled')).toEqual([])
  })

  it('keeps an operator: the last one can neither leave nor be kept out', async () => {
    for (const [what, body] of [
      ['operator', { isOperator: false }],
      ['disable', undefined],
    ] as const)
      expect((await decide('mia@', what, body)).body).toMatchObject({ status: 409, error: 'last_operator' })
    expect((await operator.ask('GET', '/console/api/operator/counts')).status).toBe(200)
  })

  it('makes a second operator, of whom either may go, and never both at once', async () => {
    expect((await tom.ask('GET', accountsPath)).status).toBe(403)
    expect((await decide('tom', 'operator', { isOperator: true })).status).toBe(204)
    expect((await tom.ask('GET', accountsPath)).status).toBe(200)
    const [mia, tomId] = [await idOf('mia@'), await idOf('tom@')]
    const leave = (person: TestPerson, id: string) =>
      person.ask('POST', `${peoplePath}/${id}/operator`, { isOperator: false })
    const answers = await Promise.all([leave(operator, tomId), leave(tom, mia)])
    expect((await hub.opened.database.system.rows('select 1 from users where is_operator')).length).toBe(1)
    expect(answers.map(({ status }) => status).filter((status) => status === 204).length).toBe(1)
    await hub.opened.database.system.execute('update users set is_operator = (id = $1)', [mia])
    expect((await tom.ask('GET', accountsPath)).body.error).toBe('role_insufficient')
  })

  it('keeps a person out at once, lets the person in again, and helps with a link that works once', async () => {
    expect((await decide('tom', 'disable')).status).toBe(204)
    expect((await tom.ask('GET', '/console/api/session')).body.error).toBe('signed_out')
    expect((await find('kind=disabled')).map(({ email }: { email: string }) => email)).toEqual(['Tom@label.example'])
    expect((await decide('tom', 'sign-in-link')).body.error).toBe('state_conflict')
    expect((await decide('tom', 'operator', { isOperator: true })).body.error).toBe('state_conflict')
    expect((await decide('tom', 'enable')).status).toBe(204)
    const made = await decide('tom', 'sign-in-link')
    expect([made.status, Date.parse(made.body.expiresAt) - nowMs]).toEqual([201, 30 * 60_000])
    const token = tokenOf(made.body.link)
    const browser = openBrowser(hub)
    expect((await browser.ask('POST', '/console/api/sign-in/link', { token })).status).toBe(200)
    expect((await openBrowser(hub).ask('POST', '/console/api/sign-in/link', { token })).body.error).toBe('link_invalid')
    const told = JSON.stringify(
      await hub.opened.database.system.rows('select type, actor, data from hub_audit_events order by id'),
    )
    for (const type of ['operator.added', 'operator.removed', 'user.disabled', 'user.enabled'])
      expect(told).toMatch(new RegExp(`"type":"${type}","actor":\\{"id":"usr_`))
    expect(told).not.toContain(token)
  })

  it('asks for a proof of who decides before anything about people changes', async () => {
    const person = `${peoplePath}/${await idOf('tom')}`
    nowMs += 11 * 60_000
    for (const what of ['operator', 'disable', 'enable', 'sign-in-link']) {
      const body = what === 'operator' ? { isOperator: true } : undefined
      expect((await operator.ask('POST', `${person}/${what}`, body)).body.error).toBe('confirmation_needed')
    }
    await operator.ask('POST', '/console/api/session/confirm', { password: operator.password })
    const nobody = `${peoplePath}/usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB`
    for (const what of ['operator', 'disable', 'enable', 'sign-in-link']) {
      const body = what === 'operator' ? { isOperator: true } : undefined
      expect((await operator.ask('POST', `${nobody}/${what}`, body)).body.error).toBe('user_not_found')
    }
  })

  it('is done by commands as well', async () => {
    const command = operatorOf(hub)
    expect(await command('people', 'operator', 'add', 'tom@LABEL.example')).toEqual({ code: 0, out: [], err: [] })
    expect((await command('people', 'list')).out).toContainEqual(expect.stringMatching(/^Tom@.*operator/))
    expect((await command('people', 'operator', 'remove', 'tom@label.example')).code).toBe(0)
    const last = await command('people', 'operator', 'remove', 'mia@hub.example')
    expect([last.code, last.err.join(' ')]).toEqual([1, expect.stringContaining('keep an operator')])
    await command('people', 'disable', 'tom@label.example')
    expect((await command('people', 'enable', 'tom@label.example')).code).toBe(0)
    expect(await find('kind=disabled')).toEqual([])
    expect((await command('people', 'enable', 'nobody@label.example')).code).toBe(64)
  })
})
