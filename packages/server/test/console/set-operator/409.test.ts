import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { setUpOperator } from '../../harness/people.ts'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam } from '../../harness/shared-team.ts'

const peoplePath = '/console/api/operator/people'

describe('setOperator 409', () => {
  it('refuses to leave the hub without an operator', async () => {
    const operator = await setUpOperator(await startTestHub({ role: 'api' }))
    const { id } = (await operator.ask('GET', '/console/api/session')).body.user
    expect(await operator.ask('POST', `${peoplePath}/${id}/operator`, { isOperator: false })).toMatchObject({
      status: 409,
      body: { error: 'last_operator' },
    })
    expect((await operator.ask('GET', `${peoplePath}?kind=operator`)).body.data).toMatchObject([{ id }])
  })

  it('makes no operator of a person who is kept out', async () => {
    const operator = await sharedOperator()
    const team = await sharedTeam()
    const id = await team.idOf(await team.join('manager', 'tom'))
    expect((await operator.ask('POST', `${peoplePath}/${id}/disable`)).status).toBe(204)
    expect(await operator.ask('POST', `${peoplePath}/${id}/operator`, { isOperator: true })).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'This person is blocked. Unblock the person first.' },
    })
    const operators = (await operator.ask('GET', `${peoplePath}?kind=operator&limit=100`)).body.data
    expect(operators.map((person: { id: string }) => person.id)).not.toContain(id)
  })
})
