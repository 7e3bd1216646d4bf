import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('leaveAccount 204', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('removes the member who asks, from this account alone', async () => {
    const viewer = await team.join('viewer', 'leaving')
    const other = await sharedTeam()
    const made = await team.hub.hub.links.invite({ accountId: other.accountId, email: viewer.email, role: 'manager' })
    const token = made?.link.split('#')[1] ?? ''
    expect((await viewer.ask('POST', '/console/api/invitations/accept', { token })).status).toBe(200)
    expect(await team.ask('DELETE', '/membership', undefined, viewer)).toMatchObject({ status: 204, body: '' })
    expect((await team.ask('GET', '/members', undefined, viewer)).body.error).toBe('not_found')
    expect((await viewer.ask('GET', '/console/api/session')).body.memberships).toMatchObject([
      { accountId: other.accountId, role: 'manager' },
    ])
    expect(await team.newest('member.left')).toMatchObject({
      actor: { type: 'user', name: 'The viewer' },
      data: { name: 'The viewer', role: 'viewer' },
    })
  })
})
