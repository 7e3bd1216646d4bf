import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestPerson } from '../../harness/people.ts'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('enablePerson 204', () => {
  let team: Team
  let operator: TestPerson
  beforeAll(async () => {
    team = await sharedTeam()
    operator = await sharedOperator()
  })
  const decide = (id: string, what: string, body?: object) =>
    operator.ask('POST', `/console/api/operator/people/${id}/${what}`, body)
  const told = (id: string) =>
    team.hub.opened.database.system.rows<{ type: string; actor: object }>(
      "select type, actor from hub_audit_events where data ->> 'user' = $1 order by id",
      [id],
    )
  const actor = { type: 'user', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' }

  it('lets a person sign in again, while the sessions before have ended', async () => {
    const tom = await team.join('manager', 'tom')
    const id = await team.idOf(tom)
    await decide(id, 'disable')
    expect(await decide(id, 'enable')).toMatchObject({ status: 204, body: '' })
    expect((await tom.ask('GET', '/console/api/session')).body.error).toBe('signed_out')
    const credentials = { email: tom.email, password: tom.password }
    const again = await openBrowser(team.hub).ask('POST', '/console/api/sign-in/password', credentials)
    expect(again.body.memberships).toMatchObject([{ accountId: team.accountId, role: 'manager' }])
    expect(await told(id)).toEqual([
      { type: 'user.disabled', actor },
      { type: 'user.enabled', actor },
    ])
  })

  it('writes nothing down for a person who is not kept out', async () => {
    const id = await team.idOf(await team.join('viewer', 'vi'))
    expect((await decide(id, 'enable')).status).toBe(204)
    expect(await told(id)).toEqual([])
  })
})
