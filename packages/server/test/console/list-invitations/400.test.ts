import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('listInvitations 400', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('refuses a cursor of another account, of another list, and one that was made up', async () => {
    const other = await sharedTeam()
    for (const { ask, join } of [team, other]) {
      for (const name of ['one', 'two'])
        await ask('POST', '/invitations', { email: `${name}@label.example`, role: 'viewer' })
      await join('viewer', 'vi')
    }
    const cursorOf = async ({ ask }: Team, list: string) => (await ask('GET', `/${list}?limit=1`)).body.page.nextCursor
    for (const cursor of [await cursorOf(other, 'invitations'), await cursorOf(team, 'members'), 'AAAA'])
      expect(await team.ask('GET', `/invitations?limit=1&cursor=${cursor}`), cursor).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid' },
      })
    const own = await cursorOf(team, 'invitations')
    expect((await team.ask('GET', `/invitations?limit=1&cursor=${own}`)).status).toBe(200)
  })
})
