import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team, unknownId } from '../../harness/shared-team.ts'

describe('changeRole 404', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('finds no member under an unknown id, under a cut one, or of another account', async () => {
    const other = await sharedTeam()
    const viewer = await other.join('viewer', 'vi')
    for (const userId of [`usr_${unknownId}`, 'usr_1', await other.idOf(viewer)])
      expect(await team.ask('PATCH', `/members/${userId}`, { role: 'owner' }), userId).toMatchObject({
        status: 404,
        body: { error: 'member_not_found' },
      })
    const { memberships } = (await viewer.ask('GET', '/console/api/session')).body
    expect(memberships).toMatchObject([{ accountId: other.accountId, role: 'viewer' }])
  })
})
