import { beforeAll, describe, expect, it } from 'vitest'
import type { TestPerson } from '../../harness/people.ts'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('setOperator 204', () => {
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

  it('makes a person an operator and takes it back, from the next request on', async () => {
    const tom = await team.join('manager', 'tom')
    const id = await team.idOf(tom)
    const look = async () => (await tom.ask('GET', '/console/api/operator/counts')).status
    expect(await look()).toBe(403)
    expect(await decide(id, 'operator', { isOperator: true })).toMatchObject({ status: 204, body: '' })
    expect(await look()).toBe(200)
    expect((await decide(id, 'operator', { isOperator: false })).status).toBe(204)
    expect(await look()).toBe(403)
    expect(await told(id)).toEqual([
      { type: 'operator.added', actor },
      { type: 'operator.removed', actor },
    ])
  })

  it('records nothing if nothing changes', async () => {
    const id = await team.idOf(await team.join('viewer', 'vi'))
    expect((await decide(id, 'operator', { isOperator: false })).status).toBe(204)
    expect(await told(id)).toEqual([])
  })
})
