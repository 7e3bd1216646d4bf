import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestPerson } from '../../harness/people.ts'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('disablePerson 204', () => {
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

  it('ends every session of the person immediately, and none of other people', async () => {
    const [tom, kim] = [await team.join('manager', 'tom'), await team.join('viewer', 'kim')]
    const id = await team.idOf(tom)
    const credentials = { email: tom.email, password: tom.password }
    const elsewhere = openBrowser(team.hub)
    expect((await elsewhere.ask('POST', '/console/api/sign-in/password', credentials)).status).toBe(200)
    expect(await decide(id, 'disable')).toMatchObject({ status: 204, body: '' })
    for (const browser of [tom, elsewhere])
      expect((await browser.ask('GET', '/console/api/session')).body.error).toBe('signed_out')
    const again = await openBrowser(team.hub).ask('POST', '/console/api/sign-in/password', credentials)
    expect(again.body.error).toBe('sign_in_failed')
    expect((await kim.ask('GET', '/console/api/session')).status).toBe(200)
    expect(await told(id)).toEqual([{ type: 'user.disabled', actor }])
  })
})
