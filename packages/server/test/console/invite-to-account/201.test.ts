import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestPerson, tokenOf } from '../../harness/people.ts'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('inviteToAccount 201', () => {
  let team: Team
  let operator: TestPerson
  beforeAll(async () => {
    team = await sharedTeam()
    operator = await sharedOperator()
  })

  it('makes a link by which a person joins the account, which is not shown again', async () => {
    const email = `eva@${team.accountId.slice(4).toLowerCase()}.example`
    const path = `/console/api/operator/accounts/${team.accountId}/invitations`
    const made = await operator.ask('POST', path, { email, role: 'manager' })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      accountId: team.accountId,
      link: expect.stringMatching(new RegExp(`^${team.hub.url}/console/invitation#[\\w-]{43}$`)),
      isMailed: false,
      expiresAt: expect.any(String),
    })
    const { data } = (await team.ask('GET', '/invitations')).body
    expect(data).toMatchObject([{ email, role: 'manager' }])
    expect(Date.parse(data[0].expiresAt) - Date.parse(data[0].createdAt)).toBe(604_800_000)
    expect(await team.newest('invitation.created')).toMatchObject({
      actor: { type: 'user', name: 'Mia Blue' },
      data: { email, role: 'manager' },
    })
    expect(JSON.stringify((await team.ask('GET', '/activity')).body)).not.toContain(tokenOf(made.body.link))
    const browser = openBrowser(team.hub)
    const signUp = { token: tokenOf(made.body.link), name: 'Eva', password: browser.password }
    expect((await browser.ask('POST', '/console/api/sign-up', signUp)).body.memberships).toEqual([
      { accountId: team.accountId, accountName: 'Night Label', role: 'manager' },
    ])
  })
})
