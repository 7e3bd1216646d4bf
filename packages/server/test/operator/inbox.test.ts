import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { openBrowser, setUpOperator, type TestPerson, tokenOf } from '../harness/people.ts'

/** The inbox of the operators, from the message on the contact page to the account of whoever wrote it. */

const path = '/console/api/operator/messages'

describe('the inbox', () => {
  let hub: TestHub
  let operator: TestPerson
  let nowMs = Date.now()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs } } })
    operator = await setUpOperator(hub)
    for (const name of ['Ada', 'Ben', 'Cem']) {
      nowMs += 10
      await hub.hub.contact.receive({
        name,
        email: `${name.toLowerCase()}@label.example`,
        organisation: '',
        message: `Hello, I am ${name}.`,
      })
    }
  })
  const list = async (query = '') => (await operator.ask('GET', `${path}${query}`)).body
  const namesOf = ({ data }: { data: { name: string }[] }): string[] => data.map(({ name }) => name)

  it('shows what people wrote in pages, newest first, and counts what nobody has looked at', async () => {
    const first = await list('?limit=2&count=true')
    expect(namesOf(first)).toEqual(['Cem', 'Ben'])
    expect(first.data[0]).toMatchObject({
      email: 'cem@label.example',
      organisation: null,
      message: 'Hello, I am Cem.',
      state: 'new',
      assignee: null,
      note: null,
    })
    expect(first.page.total).toBe(3)
    expect(namesOf(await list(`?limit=2&cursor=${first.page.nextCursor}`))).toEqual(['Ada'])
    expect((await operator.ask('GET', '/console/api/operator/counts')).body).toEqual({ reviews: 0, messages: 3 })
  })

  it('keeps where a message stands, who answers it, and a note; what is not named stays', async () => {
    const [cem] = (await list()).data
    const me = (await operator.ask('GET', '/console/api/session')).body.user.id
    const change = (body: object) => operator.ask('PATCH', `${path}/${cem.id}`, body)
    expect((await change({ state: 'open', assigneeId: me })).body).toMatchObject({
      state: 'open',
      assignee: { userId: me, name: 'Mia Blue' },
      note: null,
    })
    expect((await change({ note: 'Knows the people of Night Label.' })).body).toMatchObject({
      state: 'open',
      assignee: { userId: me },
      note: 'Knows the people of Night Label.',
    })
    expect((await change({ assigneeId: null })).body).toMatchObject({ assignee: null, state: 'open' })
    const stranger = 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    expect((await change({ assigneeId: stranger })).body).toMatchObject({
      error: 'validation_failed',
      errors: [{ pointer: '/assigneeId', code: 'no_operator' }],
    })
    expect((await change({ state: 'later' })).status).toBe(422)
    expect(namesOf(await list('?state=open'))).toEqual(['Cem'])
    expect(namesOf(await list('?state=new'))).toEqual(['Ben', 'Ada'])
  })

  it('makes an account and a link for whoever wrote, after a proof of who decides', async () => {
    const ben = (await list('?state=new')).data.find(({ name }: { name: string }) => name === 'Ben')
    const body = { accountName: 'Ben and Friends', email: 'ben@label.example', role: 'owner' }
    nowMs += 11 * 60_000
    const unproved = await operator.ask('POST', `${path}/${ben.id}/invite`, body)
    expect(unproved.body).toMatchObject({ status: 403, error: 'confirmation_needed', methods: ['password'] })
    expect((await hub.hub.accounts.listAccounts()).map(({ name }) => name)).toEqual(['Night Label'])
    await operator.ask('POST', '/console/api/session/confirm', { password: operator.password })
    const made = await operator.ask('POST', `${path}/${ben.id}/invite`, body)
    expect(made.status).toBe(201)
    expect(Date.parse(made.body.expiresAt) - nowMs).toBe(7 * 86_400_000)
    const browser = openBrowser(hub)
    const token = tokenOf(made.body.link)
    const session = await browser.ask('POST', '/console/api/sign-up', {
      token,
      name: 'Ben',
      password: browser.password,
    })
    expect(session.body).toMatchObject({
      user: { email: 'ben@label.example', isOperator: false },
      memberships: [{ accountId: made.body.accountId, accountName: 'Ben and Friends', role: 'owner' }],
    })
    expect((await list('?state=done')).data).toMatchObject([{ name: 'Ben', assignee: { name: 'Mia Blue' } }])
    const events = await hub.opened.database.system.rows<{ text: string }>(
      `select type || ' ' || actor::text || ' ' || data::text as text from hub_audit_events
       union all select type || ' ' || actor::text || ' ' || data::text from account_audit_events`,
    )
    const told = events.map(({ text }) => text).join('\n')
    expect(told).toMatch(/account\.created .*"Mia Blue".*acc_/)
    expect(told).toMatch(/invitation\.created .*"Mia Blue".*ben@label\.example/)
    expect(told).not.toContain(token)
    expect(JSON.stringify(await list())).not.toContain(token)
  })

  it('deletes a message for good, once', async () => {
    const ada = (await list('?state=new')).data[0]
    expect((await operator.ask('DELETE', `${path}/${ada.id}`)).status).toBe(204)
    expect((await operator.ask('DELETE', `${path}/${ada.id}`)).body.error).toBe('message_not_found')
    expect((await operator.ask('PATCH', `${path}/${ada.id}`, { state: 'spam' })).body.error).toBe('message_not_found')
    const body = { accountName: 'Never made', email: 'ada@label.example', role: 'owner' }
    expect((await operator.ask('POST', `${path}/${ada.id}/invite`, body)).body.error).toBe('message_not_found')
    expect((await hub.hub.accounts.listAccounts()).map(({ name }) => name)).not.toContain('Never made')
  })
})
