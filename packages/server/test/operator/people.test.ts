import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { leaveMessage, messagesPath } from '../harness/contact-messages.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import { inviteMember, setUpOperator, type TestPerson } from '../harness/people.ts'

/** Accounts and people, and the operators' decisions about them. */

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
  const idOf = async (email: string): Promise<string> => (await find(`query=${email}`))[0].id
  const decide = async (email: string, what: string, body?: object) =>
    operator.ask('POST', `${peoplePath}/${await idOf(email)}/${what}`, body)

  it('makes a second operator; either can be removed, but never both at the same time', async () => {
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

  it('asks for a proof of who decides before anything about people changes', async () => {
    const person = `${peoplePath}/${await idOf('tom')}`
    const [{ id: accountId }] = (await operator.ask('GET', `${accountsPath}?query=other`)).body.data
    const messageId = await leaveMessage(hub, 'Ben')
    const invitation = { email: 'ben@label.example', role: 'owner' }
    const attempts: [string, object?][] = [
      [`${person}/operator`, { isOperator: true }],
      [`${person}/disable`],
      [`${person}/enable`],
      [`${person}/sign-in-link`],
      [`${accountsPath}/${accountId}/invitations`, invitation],
      [`${messagesPath}/${messageId}/invite`, { accountName: 'Ben and Friends', ...invitation }],
    ]
    nowMs += 11 * 60_000
    for (const [path, body] of attempts)
      expect((await operator.ask('POST', path, body)).body, path).toMatchObject({
        status: 403,
        error: 'confirmation_needed',
        methods: ['password'],
      })
    expect((await hub.hub.accounts.listAccounts()).map(({ name }) => name)).toEqual(['Night Label', 'Other Label'])
    await operator.ask('POST', '/console/api/session/confirm', { password: operator.password })
    expect((await operator.ask('POST', `${person}/enable`)).status).toBe(204)
  })

  it('is done by commands as well', async () => {
    const command = operatorOf(hub)
    const shown = expect.stringMatching(
      /^usr_\w{26} {2}The manager {2}Tom@label.example {2}manager of acc_\w{26} {2}since 20/,
    )
    expect(await command('people', 'operator', 'add', 'tom@LABEL.example')).toEqual({ code: 0, out: [], err: [shown] })
    expect((await command('people', 'list')).out).toContainEqual(expect.stringMatching(/^Tom@.*operator/))
    expect((await command('people', 'operator', 'remove', 'tom@label.example')).code).toBe(0)
    const last = await command('people', 'operator', 'remove', 'mia@hub.example')
    expect([last.code, last.err.join(' ')]).toEqual([
      1,
      expect.stringContaining('The hub must have at least one operator'),
    ])
    await command('people', 'disable', 'tom@label.example')
    expect((await command('people', 'enable', 'tom@label.example')).code).toBe(0)
    expect(await find('kind=disabled')).toEqual([])
    expect((await command('people', 'enable', 'nobody@label.example')).code).toBe(2)
  })
})
