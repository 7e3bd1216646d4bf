import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('changeRole 409', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('refuses to leave the account without an owner', async () => {
    await team.join('manager', 'ma')
    const userId = await team.idOf(team.owner)
    expect(await team.ask('PATCH', `/members/${userId}`, { role: 'viewer' })).toMatchObject({
      status: 409,
      body: {
        error: 'last_owner',
        detail: 'This is the only owner of the account. Make another person an owner first.',
      },
    })
    const { memberships } = (await team.owner.ask('GET', '/console/api/session')).body
    expect(memberships).toMatchObject([{ accountId: team.accountId, role: 'owner' }])
  })

  it('does so once the account has another owner', async () => {
    const second = await team.join('owner', 'second')
    const userId = await team.idOf(team.owner)
    expect((await team.ask('PATCH', `/members/${userId}`, { role: 'viewer' })).status).toBe(200)
    const { data } = (await team.ask('GET', '/members?role=owner', undefined, second)).body
    expect(data).toMatchObject([{ userId: await team.idOf(second) }])
  })
})
