import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('removeMember 204', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('removes a member, whose next request is refused', async () => {
    const person = await team.join('manager', 'gone')
    const userId = await team.idOf(person)
    expect((await team.ask('GET', '/members', undefined, person)).status).toBe(200)
    expect(await team.ask('DELETE', `/members/${userId}`)).toMatchObject({ status: 204, body: '' })
    for (const path of [
      `/console/api/accounts/${team.accountId}/members`,
      `/console/a/${team.accountId}/api/v1/music-distributor/releases`,
    ])
      expect((await person.ask('GET', path)).body).toMatchObject({ status: 404, error: 'not_found' })
    expect((await person.ask('GET', '/console/api/session')).body.memberships).toEqual([])
    const { data } = (await team.ask('GET', '/members')).body
    expect(data.map((member: { userId: string }) => member.userId)).toEqual([await team.idOf(team.owner)])
    expect(await team.newest('member.removed')).toMatchObject({
      actor: { type: 'user', name: 'The owner' },
      data: { user: userId, name: 'The manager', role: 'manager' },
    })
  })
})
