import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam } from '../../harness/shared-team.ts'

describe('setAddress 204', () => {
  it('proves the address that a person asked for, who signs in with it from then on', async () => {
    const team = await sharedTeam()
    const operator = await sharedOperator()
    const tom = await team.join('manager', 'tom')
    const id = await team.idOf(tom)
    const email = `moved.${tom.email}`
    const find = async () =>
      (await operator.ask('GET', `/console/api/operator/people?query=${tom.email}`)).body.data.find(
        (person: { id: string }) => person.id === id,
      )
    await tom.ask('PATCH', '/console/api/me', { email })
    expect(await find()).toMatchObject({ email: tom.email, emailProvenBy: 'operator', pendingEmail: email })
    const answer = await operator.ask('POST', `/console/api/operator/people/${id}/address`, { email })
    expect(answer).toMatchObject({ status: 204, body: '' })
    expect(await find()).toMatchObject({ email, emailProvenBy: 'operator', pendingEmail: null })
    const signIn = async (address: string) =>
      (
        await openBrowser(team.hub).ask('POST', '/console/api/sign-in/password', {
          email: address,
          password: tom.password,
        })
      ).status
    expect([await signIn(email), await signIn(tom.email)]).toEqual([200, 401])
    const events = await team.hub.opened.database.system.rows(
      "select type, data from hub_audit_events where data ->> 'user' = $1 and type = 'address.proven'",
      [id],
    )
    expect(events).toEqual([{ type: 'address.proven', data: { user: id, email, by: 'operator' } }])
  })
})
