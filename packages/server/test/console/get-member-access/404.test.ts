import { describe, expect, it } from 'vitest'
import { createTeam, sharedTeam, unknownId } from '../../harness/shared-team.ts'

describe('getMemberAccess 404', () => {
  it('finds no person of another account, no unknown one, and no id that is none', async () => {
    const team = await sharedTeam()
    const other = await createTeam(team.hub, 'Other Label')
    for (const id of [await other.idOf(other.owner), `usr_${unknownId}`, 'usr_1'])
      expect(await team.ask('GET', `/members/${id}/access`)).toMatchObject({
        status: 404,
        body: { error: 'member_not_found' },
      })
  })
})
