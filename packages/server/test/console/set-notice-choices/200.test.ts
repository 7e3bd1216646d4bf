import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { inviteMember, setUpOperator } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/me/notices'

describe('setNoticeChoices 200', () => {
  it('changes what is named, only for this person and account', async () => {
    const hub = await sharedHub()
    const person = await joinNewAccount(hub, { email: 'mia@set-notices.example' })
    const { accountId } = person
    const other = await inviteMember(hub, { accountId, role: 'viewer', email: 'tom@set-notices.example' })
    const set = (choices: object) => person.ask('PATCH', path, { accounts: [{ accountId, ...choices }] })
    expect((await set({ reviews: 'daily' })).status).toBe(200)
    expect((await set({ files: 'never' })).body.accounts).toEqual([
      { accountId, reviews: 'daily', stores: 'at_once', releases: 'daily', files: 'never' },
    ])
    expect((await person.ask('GET', path)).body.accounts).toEqual([
      { accountId, reviews: 'daily', stores: 'at_once', releases: 'daily', files: 'never' },
    ])
    expect((await other.ask('GET', path)).body.accounts).toEqual([
      { accountId, reviews: 'at_once', stores: 'at_once', releases: 'daily', files: 'daily' },
    ])
  })

  it('changes what an operator is told', async () => {
    const hub = await startTestHub({ role: 'api' })
    const operator = await setUpOperator(hub)
    const answer = await operator.ask('PATCH', path, { operator: { waiting: 'daily' } })
    expect(answer).toMatchObject({ status: 200, body: { operator: { waiting: 'daily' } } })
    expect((await operator.ask('GET', path)).body.operator).toEqual({ waiting: 'daily' })
  })
})
