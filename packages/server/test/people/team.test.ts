import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountId } from '../../src/platform/values/ids.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { goodPassword, inviteMember, openBrowser, type TestPerson, tokenOf } from '../harness/people.ts'
import { sharedHub } from '../harness/shared-hub.ts'

/** The team of an account: its members, its invitations, and the systems that sign in for it. */

describe('a team', () => {
  let hub: TestHub
  let accountId: AccountId
  let owner: TestPerson
  let nowMs = Date.now()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs++ } } })
    accountId = (await createTestAccount(hub, 'Night Label')).accountId
    owner = await join('owner', 'mia@label.example')
  })

  const join = (role: 'viewer' | 'manager' | 'owner', email: string, account = accountId) =>
    inviteMember(hub, { accountId: account, role, email })
  const own = (path: string, account = accountId): string => `/console/api/accounts/${account}${path}`
  const idOf = async (person: TestPerson): Promise<string> =>
    (await person.ask('GET', '/console/api/session')).body.user.id
  const membersOf = async (account = accountId, by = owner) =>
    (await by.ask('GET', own('/members?limit=100', account))).body.data
  const auditOf = async (query = '', by = owner, account = accountId) =>
    (await by.ask('GET', own(`/activity?limit=100${query}`, account))).body.data
  const newest = async (type: string) => (await auditOf()).find((event: { type: string }) => event.type === type)

  it('invites by a link that is shown once, is listed, and works once', async () => {
    const invited = await owner.ask('POST', own('/invitations'), { email: 'Tom@label.example', role: 'manager' })
    expect(invited).toMatchObject({
      status: 201,
      body: { email: 'Tom@label.example', role: 'manager', id: expect.stringMatching(/^inv_/) },
    })
    const { link, isMailed: _isMailed, ...item } = invited.body
    expect(link).toMatch(new RegExp(`^${hub.url}/console/invitation#[\\w-]{43}$`))
    const list = await owner.ask('GET', own('/invitations'))
    expect(list.body.data).toEqual([item])
    expect(JSON.stringify(await auditOf())).not.toContain(tokenOf(link))

    const tom = openBrowser(hub)
    const signUp = { token: tokenOf(link), name: 'Tom Sea', password: goodPassword }
    expect((await tom.ask('POST', '/console/api/sign-up', signUp)).status).toBe(200)
    expect((await owner.ask('GET', own('/invitations'))).body.data).toEqual([])
    expect((await membersOf()).map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
      ['The owner', 'owner'],
      ['Tom Sea', 'manager'],
    ])
    expect(await newest('invitation.accepted')).toMatchObject({ actor: { type: 'user', name: 'Tom Sea' } })
    expect(await newest('invitation.created')).toMatchObject({
      actor: { type: 'user', name: 'The owner' },
      data: { email: 'Tom@label.example', role: 'manager' },
    })
  })

  it('has an owner also when two take it from each other at the same moment', async () => {
    const account = (await createTestAccount(hub)).accountId
    const ada = await join('owner', 'ada@label.example', account)
    const [adaId] = [await idOf(ada)]
    const demote = (by: TestPerson, userId: string) =>
      by.ask('PATCH', own(`/members/${userId}`, account), { role: 'viewer' })
    const bela = await join('owner', 'bela@label.example', account)
    const answers = await Promise.all([demote(ada, await idOf(bela)), demote(bela, adaId)])
    const owners = async () =>
      (await membersOf(account, ada)).filter(({ role }: { role: string }) => role === 'owner').length
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await owners()).toBe(1)
    const bySql = hub.opened.database.system.execute('delete from memberships where account_id = $1', [account])
    await expect(bySql).rejects.toMatchObject({ constraint: 'memberships_last_owner' })
  })

  it('changes only after a recent confirmation', async () => {
    nowMs += 10 * 60_000
    const refused = { status: 403, error: 'confirmation_needed' }
    const attempts = [
      owner.ask('POST', own('/invitations'), { email: 'late@label.example', role: 'viewer' }),
      owner.ask('POST', own('/service-clients'), { name: 'late' }),
      owner.ask('PATCH', own(''), { name: 'late' }),
      owner.ask('DELETE', own(`/members/${await idOf(owner)}`)),
      owner.ask('PATCH', '/console/api/me', { email: 'late@label.example' }),
    ]
    for (const answer of await Promise.all(attempts)) expect(answer.body).toMatchObject(refused)
    expect((await owner.ask('GET', own('/members'))).status).toBe(200)
  })
})

describe('the events of an audit', () => {
  it.each(['account_audit_events', 'hub_audit_events'])('are only ever added to: %s', async (table) => {
    const hub = await sharedHub()
    await createTestAccount(hub)
    for (const statement of [`update ${table} set type = 'x'`, `delete from ${table}`, `truncate ${table}`])
      await expect(hub.opened.database.system.execute(statement)).rejects.toThrow('only ever added to')
  })
})
