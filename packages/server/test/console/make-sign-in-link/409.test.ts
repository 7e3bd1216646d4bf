import { beforeAll, describe, expect, it } from 'vitest'
import type { TestPerson } from '../../harness/people.ts'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('makeSignInLink 409', () => {
  let team: Team
  let operator: TestPerson
  beforeAll(async () => {
    team = await sharedTeam()
    operator = await sharedOperator()
  })
  const decide = (id: string, what: string, body?: object) =>
    operator.ask('POST', `/console/api/operator/people/${id}/${what}`, body)

  it('makes no link for a person who is kept out', async () => {
    const id = await team.idOf(await team.join('manager', 'tom'))
    await decide(id, 'disable')
    expect(await decide(id, 'sign-in-link')).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'This person is blocked. Unblock the person first.' },
    })
    const { rows } = team.hub.opened.database.system
    expect(await rows('select kind from user_links where user_id = $1', [id])).toEqual([])
  })
})
