import { describe, expect, it } from 'vitest'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam } from '../../harness/shared-team.ts'

describe('setAddress 409', () => {
  it('refuses the address of another person, ignoring case, and changes nothing', async () => {
    const team = await sharedTeam()
    const operator = await sharedOperator()
    const [tom, kim] = [await team.join('manager', 'tom'), await team.join('viewer', 'kim')]
    const body = { email: tom.email.toUpperCase() }
    expect(
      await operator.ask('POST', `/console/api/operator/people/${await team.idOf(kim)}/address`, body),
    ).toMatchObject({ status: 409, body: { error: 'mail_taken', errors: [{ pointer: '/email', code: 'taken' }] } })
    expect((await kim.ask('GET', '/console/api/session')).body.user).toMatchObject({
      email: kim.email,
      isEmailProven: true,
    })
  })
})
