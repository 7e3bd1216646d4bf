import { beforeAll, describe, expect, it } from 'vitest'
import { leaveMessage, messagesPath } from '../../harness/contact-messages.ts'
import type { TestHub } from '../../harness/hub.ts'
import { openBrowser, type TestPerson, tokenOf } from '../../harness/people.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

describe('inviteFromMessage 201', () => {
  let hub: TestHub
  let operator: TestPerson
  beforeAll(async () => {
    hub = await sharedHub()
    operator = await sharedOperator()
  })
  const invite = async () => {
    const id = await leaveMessage(hub, 'Ben')
    const email = `${id.slice(4)}@label.example`
    const body = { accountName: 'Ben and Friends', email, role: 'owner' }
    return { id, email, made: await operator.ask('POST', `${messagesPath}/${id}/invite`, body) }
  }

  it('makes an account and a link, by which the person who wrote becomes its owner', async () => {
    const before = Date.now()
    const { email, made } = await invite()
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      accountId: expect.stringMatching(/^acc_[0-9A-HJKMNP-TV-Z]{26}$/),
      link: expect.stringMatching(new RegExp(`^${hub.url}/console/invitation#[\\w-]{43}$`)),
      isMailed: false,
      expiresAt: expect.any(String),
    })
    const lifeMs = Date.parse(made.body.expiresAt) - before
    expect(Math.floor(lifeMs / 86_400_000)).toBe(7)
    const browser = openBrowser(hub)
    const signUp = { token: tokenOf(made.body.link), name: 'Ben', password: browser.password }
    expect((await browser.ask('POST', '/console/api/sign-up', signUp)).body).toMatchObject({
      user: { email, isOperator: false },
      memberships: [{ accountId: made.body.accountId, accountName: 'Ben and Friends', role: 'owner' }],
    })
  })

  it('marks the message as done by the operator who invited', async () => {
    const { id, made } = await invite()
    const { data } = (await operator.ask('GET', `${messagesPath}?state=done&limit=100`)).body
    const message = data.find((each: { id: string }) => each.id === id)
    expect(message).toMatchObject({ name: 'Ben', state: 'done', assignee: { name: 'Mia Blue' } })
    expect(JSON.stringify(data)).not.toContain(tokenOf(made.body.link))
  })

  it('writes down who made the account and the invitation, and never the link', async () => {
    const { email, made } = await invite()
    const { accountId, link } = made.body
    const actor = { type: 'user', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' }
    const ofHub = await hub.opened.database.system.rows(
      "select type, actor, data from hub_audit_events where data ->> 'account' = $1",
      [accountId],
    )
    expect(ofHub).toEqual([{ type: 'account.created', actor, data: { account: accountId } }])
    const ofAccount = await hub.opened.database
      .tenant(accountId)
      .rows('select type, actor, data from account_audit_events where account_id = $1')
    expect(ofAccount).toMatchObject([{ type: 'invitation.created', actor, data: { email, role: 'owner' } }])
    expect(JSON.stringify([ofHub, ofAccount])).not.toContain(tokenOf(link))
  })
})
