import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('listAccountActivity 400', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('refuses a cursor of another account, of another filter, and one that was made up', async () => {
    const other = await sharedTeam()
    const cursorOf = async ({ ask }: Team) =>
      encodeURIComponent((await ask('GET', '/activity?limit=1')).body.page.nextCursor)
    const own = await cursorOf(team)
    for (const query of [`cursor=${await cursorOf(other)}`, `kind=people&cursor=${own}`, 'cursor=AAAA'])
      expect(await team.ask('GET', `/activity?limit=1&${query}`), query).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
      })
    expect((await team.ask('GET', `/activity?limit=1&cursor=${own}`)).status).toBe(200)
  })
})
