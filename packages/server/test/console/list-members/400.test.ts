import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('listMembers 400', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('refuses a cursor of another account, of another filter, and one that was made up', async () => {
    await team.join('owner', 'second')
    const other = await sharedTeam()
    await other.join('viewer', 'vi')
    const { body } = await team.ask('GET', '/members?limit=1')
    const { body: foreign } = await other.ask('GET', '/members?limit=1')
    for (const query of [
      `limit=1&cursor=${foreign.page.nextCursor}`,
      `limit=1&role=owner&cursor=${body.page.nextCursor}`,
      'cursor=AAAA',
    ])
      expect(await team.ask('GET', `/members?${query}`), query).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid' },
      })
    expect((await team.ask('GET', `/members?limit=1&cursor=${body.page.nextCursor}`)).status).toBe(200)
  })
})
