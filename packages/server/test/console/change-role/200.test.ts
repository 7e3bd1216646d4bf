import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('changeRole 200', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('changes what a member may do from the next request on', async () => {
    const person = await team.join('manager', 'role')
    const userId = await team.idOf(person)
    const release = { title: 'x', type: 'single', tracks: [] }
    const create = () => person.ask('POST', `/console/a/${team.accountId}/api/v1/music-distributor/releases`, release)
    expect((await create()).body.error).not.toBe('role_insufficient')
    const changed = await team.ask('PATCH', `/members/${userId}`, { role: 'viewer' })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      userId,
      name: 'The manager',
      email: person.email,
      role: 'viewer',
      joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    })
    expect((await create()).body).toMatchObject({ status: 403, error: 'role_insufficient', role: 'viewer' })
    expect(await team.newest('member.role_changed')).toMatchObject({
      actor: { type: 'user', name: 'The owner' },
      data: { user: userId, name: 'The manager', from: 'manager', to: 'viewer' },
    })
  })

  it('records nothing if the role stays', async () => {
    const { join, ask, idOf, newest } = await sharedTeam()
    const userId = await idOf(await join('viewer', 'vi'))
    expect((await ask('PATCH', `/members/${userId}`, { role: 'viewer' })).body).toMatchObject({
      userId,
      role: 'viewer',
    })
    expect(await newest('member.role_changed')).toBeUndefined()
  })
})
