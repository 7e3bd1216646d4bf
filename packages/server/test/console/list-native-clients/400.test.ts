import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('listNativeClients 400', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })

  it('refuses a cursor of another account and one that was made up', async () => {
    const other = await sharedTeam()
    for (const { ask } of [team, other])
      for (const name of ['first', 'second']) await ask('POST', '/native-clients', { name })
    const { body } = await team.ask('GET', '/native-clients?limit=1')
    const { body: foreign } = await other.ask('GET', '/native-clients?limit=1')
    for (const cursor of [foreign.page.nextCursor, 'AAAA'])
      expect(await team.ask('GET', `/native-clients?limit=1&cursor=${cursor}`), cursor).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid' },
      })
    expect((await team.ask('GET', `/native-clients?limit=1&cursor=${body.page.nextCursor}`)).status).toBe(200)
  })
})
