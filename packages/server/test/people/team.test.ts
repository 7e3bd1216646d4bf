import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountId } from '../../src/platform/ids.ts'
import { createTestAccount, requestToken } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { goodPassword, inviteMember, openBrowser, type TestPerson, tokenOf } from '../harness/people.ts'

/** The team of an account: who belongs to it, who is asked to, and which systems sign in for it. */

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
    const { link, ...item } = invited.body
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
    const again = await owner.ask('POST', own('/invitations'), { email: 'tom@LABEL.example', role: 'viewer' })
    expect(again.body).toMatchObject({ status: 409, error: 'state_conflict' })
    expect(await newest('invitation.accepted')).toMatchObject({ actor: { type: 'user', name: 'Tom Sea' } })
    expect(await newest('invitation.created')).toMatchObject({
      actor: { type: 'user', name: 'The owner' },
      data: { email: 'Tom@label.example', role: 'manager' },
    })
  })

  it('repeats an invitation that was sent twice with one key, and does not show the link again', async () => {
    const invite = () =>
      owner.ask('POST', own('/invitations'), { email: 'two@label.example', role: 'viewer' }, { 'idempotency-key': 'i' })
    expect((await invite()).status).toBe(201)
    expect((await invite()).body).toMatchObject({ status: 409, error: 'secret_shown_once' })
  })

  it('ends an invitation that is withdrawn, and the one before a newer one for the same address', async () => {
    const invite = async () =>
      (await owner.ask('POST', own('/invitations'), { email: 'kim@label.example', role: 'viewer' })).body
    const read = (link: string) => openBrowser(hub).ask('POST', '/console/api/links/read', { token: tokenOf(link) })
    const old = await invite()
    const current = await invite()
    expect((await read(old.link)).body.error).toBe('link_invalid')
    expect((await read(current.link)).status).toBe(200)
    const path = own(`/invitations/${current.id}`)
    expect((await owner.ask('DELETE', path)).status).toBe(204)
    expect((await read(current.link)).body.error).toBe('link_invalid')
    expect((await owner.ask('DELETE', path)).body).toMatchObject({ status: 404, error: 'invitation_not_found' })
    expect(await newest('invitation.revoked')).toMatchObject({ data: { email: 'kim@label.example' } })
  })

  it('changes what somebody may do from the next request on', async () => {
    const person = await join('manager', 'role@label.example')
    const userId = await idOf(person)
    const release = { title: 'x', type: 'single', tracks: [] }
    const create = () => person.ask('POST', `/console/a/${accountId}/api/v1/music-distributor/releases`, release)
    expect((await create()).body.error).not.toBe('role_insufficient')
    const changed = await owner.ask('PATCH', own(`/members/${userId}`), { role: 'viewer' })
    expect(changed).toMatchObject({ status: 200, body: { userId, role: 'viewer', email: 'role@label.example' } })
    expect((await create()).body).toMatchObject({ status: 403, error: 'role_insufficient', role: 'viewer' })
    expect(await newest('member.role_changed')).toMatchObject({
      data: { user: userId, name: 'The manager', from: 'manager', to: 'viewer' },
    })
    const nobody = own('/members/usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect((await owner.ask('PATCH', nobody, { role: 'owner' })).body.error).toBe('member_not_found')
    expect((await owner.ask('DELETE', nobody)).body.error).toBe('member_not_found')
  })

  it('puts somebody out at once', async () => {
    const person = await join('manager', 'gone@label.example')
    const userId = await idOf(person)
    expect((await person.ask('GET', own('/members'))).status).toBe(200)
    expect((await owner.ask('DELETE', own(`/members/${userId}`))).status).toBe(204)
    for (const path of [own('/members'), `/console/a/${accountId}/api/v1/music-distributor/releases`])
      expect((await person.ask('GET', path)).body).toMatchObject({ status: 404, error: 'not_found' })
    expect((await person.ask('GET', '/console/api/session')).body.memberships).toEqual([])
    expect(await newest('member.removed')).toMatchObject({ data: { user: userId, role: 'manager' } })
  })

  it('always has an owner, also when two take it from each other at the same moment', async () => {
    const account = (await createTestAccount(hub)).accountId
    const ada = await join('owner', 'ada@label.example', account)
    const [adaId] = [await idOf(ada)]
    const refused = { status: 409, error: 'last_owner' }
    const demote = (by: TestPerson, userId: string) =>
      by.ask('PATCH', own(`/members/${userId}`, account), { role: 'viewer' })
    expect((await demote(ada, adaId)).body).toMatchObject(refused)
    expect((await ada.ask('DELETE', own(`/members/${adaId}`, account))).body).toMatchObject(refused)
    expect((await ada.ask('DELETE', own('/membership', account))).body).toMatchObject(refused)

    const bela = await join('owner', 'bela@label.example', account)
    const answers = await Promise.all([demote(ada, await idOf(bela)), demote(bela, adaId)])
    const owners = async () =>
      (await membersOf(account, ada)).filter(({ role }: { role: string }) => role === 'owner').length
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await owners()).toBe(1)
    const bySql = hub.opened.database.system.execute('delete from memberships where account_id = $1', [account])
    await expect(bySql).rejects.toMatchObject({ constraint: 'memberships_last_owner' })
  })

  it('lets everybody go who wants to', async () => {
    const viewer = await join('viewer', 'leaving@label.example')
    expect((await viewer.ask('DELETE', own('/membership'))).status).toBe(204)
    expect((await viewer.ask('GET', own('/members'))).body.error).toBe('not_found')
    expect(await newest('member.left')).toMatchObject({ actor: { name: 'The viewer' } })
  })

  it('renames the account', async () => {
    const renamed = await owner.ask('PATCH', own(''), { name: ' Day Label ' })
    expect(renamed.body).toEqual({ id: accountId, name: 'Day Label' })
    expect((await owner.ask('GET', '/console/api/session')).body.memberships[0].accountName).toBe('Day Label')
    expect(await newest('account.renamed')).toMatchObject({ data: { from: 'Night Label', to: 'Day Label' } })
  })

  it('lets systems of its own sign in, until they are revoked', async () => {
    const created = await owner.ask('POST', own('/service-clients'), { name: 'nightly import' })
    expect(created.status).toBe(201)
    await requestToken(hub, created.body)
    const list = async () => (await owner.ask('GET', own('/service-clients'))).body.data
    expect((await list())[0]).toMatchObject({ id: created.body.clientId, name: 'nightly import', revokedAt: null })
    expect(JSON.stringify([await list(), await auditOf()])).not.toContain(created.body.clientSecret)

    const other = (await createTestAccount(hub)).accountId
    const stranger = await join('owner', 'stranger@label.example', other)
    const path = (account: AccountId) => own(`/service-clients/${created.body.clientId}`, account)
    expect((await stranger.ask('DELETE', path(other))).body.error).toBe('service_client_not_found')
    await requestToken(hub, created.body)
    expect((await owner.ask('DELETE', path(accountId))).status).toBe(204)
    await expect(requestToken(hub, created.body)).rejects.toThrow('invalid_client')
    expect((await list())[0].revokedAt).toEqual(expect.any(String))
    expect(await newest('service_client.revoked')).toMatchObject({ data: { name: 'nightly import' } })
  })

  it('changes only for somebody who proved lately who it is', async () => {
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

describe('the activity of an account', () => {
  let hub: TestHub
  let accountId: AccountId
  let owner: TestPerson
  let nowMs = Date.now()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs++ } } })
    accountId = (await createTestAccount(hub)).accountId
    owner = await inviteMember(hub, { accountId, role: 'owner', email: 'mia@label.example' })
  })
  const path = (query = ''): string => `/console/api/accounts/${accountId}/activity${query}`
  const typesOf = async (query: string) =>
    (await owner.ask('GET', path(query))).body.data.map(({ type }: { type: string }) => type)

  it('names who made, replaced and revoked a key, and never the key', async () => {
    const keys = `/console/a/${accountId}/api/v1/distributor/keys`
    const made = await owner.ask('POST', keys, { name: 'import', permissions: ['music:read'] })
    const next = await owner.ask('POST', `${keys}/${made.body.id}/rotate`, { overlapSeconds: 0 })
    expect((await owner.ask('DELETE', `${keys}/${next.body.id}`)).status).toBe(204)
    expect((await owner.ask('DELETE', `${keys}/${next.body.id}`)).status).toBe(204)
    const events = (await owner.ask('GET', path('?kind=keys'))).body.data
    const actor = { type: 'user', id: expect.stringMatching(/^usr_/), name: 'The owner' }
    expect(events).toMatchObject([
      { type: 'key.revoked', actor, data: { key: next.body.id, name: 'import' } },
      { type: 'key.rotated', actor, data: { key: made.body.id, name: 'import', successor: next.body.id } },
      { type: 'key.created', actor, data: { key: made.body.id, name: 'import' } },
    ])
    for (const { key } of [made.body, next.body]) expect(JSON.stringify(events)).not.toContain(key)
    const [listed] = (await owner.ask('GET', keys)).body.data
    expect(listed.madeBy).toEqual({ id: events[0].actor.id, name: 'The owner' })
  })

  it('holds the sign-ins of members and of nobody else', async () => {
    const other = (await createTestAccount(hub)).accountId
    const stranger = await inviteMember(hub, { accountId: other, role: 'owner', email: 'eve@label.example' })
    const viewer = await inviteMember(hub, { accountId, role: 'viewer', email: 'vi@label.example' })
    const { id } = (await viewer.ask('GET', '/console/api/session')).body.user
    expect((await owner.ask('GET', path(`?kind=sign_ins&actor=${id}`))).body.data).toMatchObject([
      { type: 'session.started', actor: { id, name: 'The viewer' }, data: { way: 'invitation' } },
    ])
    const { id: strangerId } = (await stranger.ask('GET', '/console/api/session')).body.user
    expect(await typesOf(`?actor=${strangerId}`)).toEqual([])
    expect((await viewer.ask('GET', path())).status).toBe(200)
    expect((await stranger.ask('GET', path())).body.error).toBe('not_found')
  })

  it('comes in pages that leave nothing out, and between two instants', async () => {
    const all = (await owner.ask('GET', path('?limit=100'))).body.data
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { data, page } = (await owner.ask('GET', path(`?limit=2${cursor}`))).body
      ids.push(...data.map(({ id }: { id: string }) => id))
      if (!page.hasMore) break
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
    expect(ids).toEqual(all.map(({ id }: { id: string }) => id))
    expect(ids.length).toBeGreaterThan(5)
    const [first, second] = all.slice(-2).reverse()
    const only = await owner.ask('GET', path(`?from=${first.at}&to=${second.at}`))
    expect(only.body.data).toEqual([first])
    expect((await owner.ask('GET', path('?kind=weather'))).body.error).toBe('invalid_parameter')
  })

  it('leaves as CSV and as lines of JSON', async () => {
    const csv = await hub.request(path('/export?kind=keys'), {
      headers: { 'sec-fetch-site': 'same-origin', cookie: owner.cookie() ?? '' },
    })
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="activity.csv"')
    const lines = (await csv.text()).split('\r\n')
    expect(lines[0]).toBe('id,at,type,actorType,actorId,actorName,releaseId,releaseTitle,reason,data')
    expect(lines[3]).toContain('"key.created","user"')
    const ndjson = await hub.request(path('/export?kind=keys&format=ndjson'), {
      headers: { 'sec-fetch-site': 'same-origin', cookie: owner.cookie() ?? '' },
    })
    expect(JSON.parse((await ndjson.text()).split('\n')[2] ?? '')).toMatchObject({ type: 'key.created' })
  })

  it.each(['account_audit_events', 'hub_audit_events'])('is only ever added to: %s', async (table) => {
    for (const statement of [`update ${table} set type = 'x'`, `delete from ${table}`, `truncate ${table}`])
      await expect(hub.opened.database.system.execute(statement)).rejects.toThrow('only ever added to')
  })
})
